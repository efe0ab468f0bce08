import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { TourDocument } from '@enfilade/shared-contracts/museum/tour-texts';

/**
 * The id is the file's name without `.md`, the same in every language. The title is the source's name for visitors: "wall text, north
 * transept". Each paragraph answers one likely question without the other paragraphs. Paragraphs in easy language are quoted whole.
 */
export interface KnowledgeDocument extends TourDocument {
  language: Language;
}

export interface MuseumContent {
  folder: string;
  museum: Museum;
  exhibitions: ExhibitionRecord[];
  profile: ProfileFile;
  knowledge: KnowledgeDocument[];
}

export type Content = { directory: string; museums: MuseumContent[] };
