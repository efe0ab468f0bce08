import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { coverUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';

export interface ExhibitionCard {
  exhibitionId: string;
  /** The catalogue's numeral: 01, 02 … */
  numeral: string;
  name: string;
  coverUrl: string | undefined;
}

interface CardsSource {
  museum: Museum;
  profile: MuseumProfile;
  language: Language;
  themeMode: ThemeMode;
}

export function pickCards({ museum, profile, language, themeMode }: CardsSource): ExhibitionCard[] {
  return museum.exhibitions.map((exhibition, index) => ({
    exhibitionId: exhibition._id,
    numeral: String(index + 1).padStart(2, '0'),
    name: exhibitionName(profile, exhibition, language),
    coverUrl: coverUrl(exhibition, themeMode),
  }));
}
