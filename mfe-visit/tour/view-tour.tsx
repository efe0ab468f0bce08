import type { Tour, TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { TourProgress } from '@enfilade/shared-contracts/museum/findings';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Reader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import type { Translate } from '../texts/texts.ts';
import type { ChangeUiState, VisitUiState } from '../ui-state/use-visit-ui-state.ts';
import type { PlayedScreen, TourPlayer, TourPlayerState } from './create-tour-player.ts';
import { KeysInCall, KeysInText, StartCard, type TourStep, type TourView } from './tour-keys.tsx';

export interface TourOptions {
  t: Translate;
  language: Language;
  isGuided: boolean;
  uiState: Pick<VisitUiState, 'farthestRoom' | 'isTourPutOff'>;
  changeUiState: ChangeUiState;
  /** False if nothing was sent. */
  tell(message: string): boolean;
  canListen: boolean;
  reader: Reader;
  /** Playback pauses while another sound plays, or the visitor records. */
  isInterrupted: boolean;
}

interface ViewOptions extends Omit<TourOptions, 'isGuided' | 'isInterrupted' | 'reader'>, Pick<ScreenProps, 'profile' | 'session'> {
  tour: Tour | undefined;
  plan: TourPlanResponse | undefined;
  player: TourPlayer;
  playing: TourPlayerState;
}

export function viewTour({ profile, session, uiState, changeUiState, tell, canListen, t, tour, plan, player, playing }: ViewOptions) {
  const position = tour && tour.phase !== 'before' ? tour : undefined;
  const step = (action: TourStep) => tell(t(`tour.${action}`));
  const progress = pickProgress(profile.rooms.length, position, uiState.farthestRoom);
  return {
    ...{ KeysInCall, KeysInText, StartCard },
    view: pickView(position, plan, uiState.isTourPutOff === true),
    place: position && pickPlace(position, t),
    /** Undefined before the tour. */
    position,
    progress,
    keepProgress() {
      if (progress?.here !== undefined && progress.farthest !== uiState.farthestRoom)
        changeUiState(() => ({ farthestRoom: progress.farthest }));
    },
    step,
    putOff: () => changeUiState(() => ({ isTourPutOff: true })),
    player,
    playing,
    /** Switches to text, because the player is not a call. Undefined if the language has no voice. */
    play: canListen
      ? () => {
          session.configure({ inputMode: 'text' });
          player.play();
        }
      : undefined,
  };
}

export type GuidedTour = ReturnType<typeof viewTour>;

function pickPlace({ phase, leftSeconds, stop, stops }: Tour, t: Translate) {
  if (phase === 'over') return { minutesLeft: undefined, stop: t('talk.word.tourOver') };
  return { minutesLeft: Math.ceil(leftSeconds / 60), stop: stop > 0 ? t('tour.stop', { number: stop, count: stops }) : undefined };
}

function pickView(position: Tour | undefined, plan: TourPlanResponse | undefined, isPutOff: boolean): TourView {
  if (!position && plan) return isPutOff ? { kind: 'put-off' } : { kind: 'start', plan };
  if (!position) return { kind: 'none' };
  if (position.asks) return { kind: 'asks' };
  return { kind: position.phase === 'over' ? 'none' : 'next' };
}

/** Undefined if the guide's rooms are not those of the profile. */
function pickProgress(count: number, position: Tour | undefined, before = -1): TourProgress | undefined {
  const here = position?.rooms === count ? position.room - 1 : undefined;
  const isKnown = count > 0 && (position === undefined || here !== undefined);
  return isKnown ? { here, farthest: Math.max(before, here ?? -1) } : undefined;
}

type PlanSource = Pick<ScreenProps, 'api' | 'session'> & { exhibition: ScreenProps['exhibition'] | undefined; language: Language };

/** Passes null if no plan exists; never calls back after the returned function was called. */
export function loadPlan({ api, session, exhibition, language }: PlanSource, onPlan: (plan: TourPlanResponse | null) => void): () => void {
  const leaving = new AbortController();
  const load = async () => {
    if (!exhibition) return onPlan(null);
    const next = await api.planTour({ visit: { ...pickVisit(session), language } }, leaving.signal);
    // An exhibition without rooms has no tour.
    if (!leaving.signal.aborted) onPlan(next.rooms.length > 0 ? next : null);
  };
  load().catch(() => leaving.signal.aborted || onPlan(null));
  return () => leaving.abort();
}

/** One chunk with the code that reads answers aloud. */
const playerCode = createLazy(() => import(/* webpackChunkName: "speech" */ './create-tour-player.ts'));

/** The first press loads the player's code. */
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
