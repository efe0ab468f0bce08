import type { TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Reader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import type { Translate } from '../texts/texts.ts';
import type { PlayedScreen, TourPlayer, TourPlayerState } from './create-tour-player.ts';

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

/** In one chunk with what reads answers aloud. */
const playerCode = createLazy(() => import(/* webpackChunkName: "speech" */ './create-tour-player.ts'));

/** A player whose code is loaded at the first press. */
export function createLatePlayer(props: PlayedScreen, reader: Reader, t: Translate): TourPlayer {
  const { set, ...store } = createStore<TourPlayerState>('off');
  let player: TourPlayer | undefined;
  const load = async () => {
    const { openTourPlayer } = await playerCode.load();
    if (store.getState() !== 'waiting') return;
    player = openTourPlayer(props, reader, t);
    player.subscribe(set);
    player.play();
  };
  const stop = () => (player ? player.stop() : set('off'));
  return {
    ...store,
    play() {
      if (player) return player.play();
      set('waiting');
      reader.allow();
      load().catch(() => set('failed'));
    },
    pause: () => (player ? player.pause() : stop()),
    next: () => player?.next(),
    rewind: () => player?.rewind(),
    stop,
  };
}
