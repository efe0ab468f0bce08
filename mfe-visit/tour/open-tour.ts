import type { TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Reader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import type { Translate } from '../texts/texts.ts';
import { createTourPlayer, openLockScreen, type TourPlayer } from './create-tour-player.ts';

type PlanSource = Pick<ScreenProps, 'api' | 'session'> & { exhibition: ScreenProps['exhibition'] | undefined; language: Language };

/** Asks the gateway what it plans for this visitor, until the returned function is called; null if there is no plan. */
export function loadPlan({ api, session, exhibition, language }: PlanSource, onPlan: (plan: TourPlanResponse | null) => void): () => void {
  const leaving = new AbortController();
  const load = async () => {
    if (!exhibition) return onPlan(null);
    const next = await api.planTour({ visit: { ...pickVisit(session), language } }, leaving.signal);
    // Without rooms the exhibition has nothing to be guided through.
    if (!leaving.signal.aborted) onPlan(next.rooms.length > 0 ? next : null);
  };
  // If the plan does not arrive, the visitor can still ask for the tour in words.
  load().catch(() => leaving.signal.aborted || onPlan(null));
  return () => leaving.abort();
}

/** A player on the browser's own lock screen. */
export function openTourPlayer(
  { clock, session, conversation, museum, profile }: Pick<ScreenProps, 'clock' | 'session' | 'conversation' | 'museum' | 'profile'>,
  reader: Reader,
  t: Translate,
): TourPlayer {
  return createTourPlayer({
    ...{ clock, conversation, reader },
    wordOf: (action) => t(`tour.${action}`),
    lockScreen: openLockScreen(window.navigator.mediaSession, () => {
      const title = conversation.store.getState().room?.name ?? museum.name;
      const artist = localize(profile.guideName, session.store.getState().language);
      return new MediaMetadata({ title, artist, album: museum.name });
    }),
  });
}
