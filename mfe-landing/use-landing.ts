import { type Translate, useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { type ExhibitionCard, pickCards } from './cards.ts';
import { pickResume, type Resume } from './resume.ts';

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
  /** Where a visitor who chose before goes on. */
  resume: Resume | undefined;
  choose: (exhibitionId: string) => void;
  goOn: () => void;
}

/** What the landing shows of the museum, in the visitor's language and theme. Throws MissingMuseumError. */
export function useLanding(props: ScreenProps): Landing {
  const { museum, profile, session, conversation, bus, i18n, wantsPremium = false, go } = props;
  const { t, language } = useTranslation(i18n, 'landing');
  const { themeMode, exhibitionId, answers } = useStore(session.store, (state) => state);
  const room = useStore(conversation.store, (state) => state.room);
  // The host guards the address; a screen drawn without its museum is a fault worth naming.
  if (!museum) throw new MissingMuseumError();

  const cards = pickCards({ museum, profile, language, themeMode });
  const resume = pickResume({ cards, profile, language, wantsPremium, exhibitionId, answers, room });

  function choose(exhibitionId: string) {
    session.chooseExhibition(exhibitionId);
    bus.emit('collection-chosen', { exhibitionId });
    go({ screen: profile.entryScreen === 'text-chat' ? 'chat' : 'tailoring' });
  }

  return {
    t,
    cards,
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, museum.exhibitions[0]?._id), themeMode),
    resume,
    choose,
    goOn: () => resume && go(resume.to),
  };
}
