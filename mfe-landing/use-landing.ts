import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import { type Translate, useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { type ExhibitionCard, pickCards } from './model/cards.ts';

export class MissingMuseumError extends Error {
  readonly code = 'missing-museum';
  constructor() {
    super('Attempted to show collection carousel without a museum being set');
  }
}

interface Landing {
  t: Translate;
  cards: ExhibitionCard[];
  /** The picture behind the label: the first exhibition's room. */
  sceneUrl: string;
  choose: (exhibitionId: string) => void;
}

/** What the landing shows of the museum, in the visitor's language and theme. Throws MissingMuseumError. */
export function useLanding({ museum, profile, session, bus, i18n, go }: ScreenProps): Landing {
  const { t, language } = useTranslation(i18n, 'landing');
  const themeMode = useStore(session.store, (state) => state.themeMode);
  // The host guards the address; a screen drawn without its museum is a fault worth naming.
  if (!museum) throw new MissingMuseumError();

  function choose(exhibitionId: string) {
    session.chooseExhibition(exhibitionId);
    bus.tell('collection-chosen', { exhibitionId });
    go({ screen: profile.entryScreen === 'text-chat' ? 'chat' : 'tailoring' });
  }

  return {
    t,
    cards: pickCards({ museum, profile, language, themeMode }),
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, museum.exhibitions[0]?._id), themeMode),
    choose,
  };
}
