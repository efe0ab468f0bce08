import type { Tour, TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { TourProgress } from '@enfilade/shared-contracts/finding/finding';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { createElement } from 'react';
import type { Translate } from '../texts/texts.ts';
import { createTourPlayer, type TourPlayer, type TourPlayerState } from './create-tour-player.ts';
import { BeginKey, KeysBelow, PlayerKeys, TourBox, TourSteps } from './tour-keys.tsx';
import type { TourOptions } from './use-guided-tour.ts';

/** What a key of the tour says is what it sends as the visitor's message: the first word of `tourWords`. */
export type TourStep = 'begin' | 'yes' | 'no' | 'next' | 'again' | 'skip' | 'stay' | 'end';

type PlanSource = Pick<ScreenProps, 'api' | 'session'> & { exhibition: ScreenProps['exhibition'] | undefined; language: Language };

/** Asks the gateway what it plans for this visitor, until the returned function is called. */
export function loadPlan(
  { api, session, exhibition, language }: PlanSource,
  onPlan: (plan: TourPlanResponse | undefined) => void,
): () => void {
  const leaving = new AbortController();
  const load = async () => {
    if (!exhibition) return;
    const next = await api.planTour({ visit: { ...pickVisit(session), language } }, leaving.signal);
    // Without rooms the exhibition has nothing to be guided through.
    if (!leaving.signal.aborted) onPlan(next.rooms.length > 0 ? next : undefined);
  };
  // If the plan does not arrive, the visitor can still ask for the tour in words.
  load().catch(() => undefined);
  return () => leaving.abort();
}

/** A player on the browser's own audio element and lock screen. */
export function openTourPlayer({ api, clock, session, conversation, museum, profile }: ScreenProps, t: Translate): TourPlayer {
  return createTourPlayer({
    ...{ api, clock, session, conversation, audio: new Audio() },
    wordOf: (action) => t(`tour.${action}`),
    pickVoice() {
      const { language, answers } = session.store.getState();
      return pickVoiceId({ profile, language, answers });
    },
    page: {
      mediaSession: window.navigator.mediaSession,
      describe() {
        const title = conversation.store.getState().room?.name ?? museum.name;
        const artist = localize(profile.guideName, session.store.getState().language);
        return new MediaMetadata({ title, artist, album: museum.name });
      },
      createUrl: (sound) => URL.createObjectURL(new Blob([sound])),
      revokeUrl: (url) => URL.revokeObjectURL(url),
    },
  });
}

/** What the guided visit shows of its tour: the card it starts with, a question with Yes and No, or the way on. */
export type TourView = { kind: 'start'; plan: TourPlanResponse } | { kind: 'asks' | 'next' | 'none' };

interface ViewOptions extends Omit<TourOptions, 'isGuided' | 'isInterrupted'>, Pick<ScreenProps, 'profile' | 'session'> {
  /** What the last answer said. */
  tour: Tour | undefined;
  plan: TourPlanResponse | undefined;
  player: TourPlayer;
  playing: TourPlayerState;
}

/** The tour as the screen shows it. */
export function viewTour({ profile, session, uiState, changeUiState, tell, canListen, t, tour, plan, player, playing }: ViewOptions) {
  const position = tour && tour.phase !== 'before' ? tour : undefined;
  const isPutOff = uiState.isTourPutOff === true;
  const step = (action: TourStep) => tell(t(`tour.${action}`));
  const progress = pickProgress(profile.rooms.length, position, uiState.farthestRoom);
  return {
    ...{ KeysBelow, PlayerKeys, TourBox, TourSteps },
    view: pickView(position, isPutOff ? undefined : plan),
    /** Begins the tour that was put off. */
    beginKey: (isPutOff && !position && plan ? createElement(BeginKey, { t, onBegin: () => step('begin') }) : undefined) as Elements,
    place: position && {
      minutesLeft: position.phase === 'over' ? undefined : Math.ceil(position.leftSeconds / 60),
      stop: position.stop > 0 ? t('tour.stop', { number: position.stop, count: position.stops }) : undefined,
    },
    /** Where the visitor is on the tour; undefined before it. */
    position,
    progress,
    /** Keeps which rooms were seen. */
    keepProgress() {
      if (progress?.here !== undefined && progress.farthest !== uiState.farthestRoom)
        changeUiState(() => ({ farthestRoom: progress.farthest }));
    },
    step,
    putOff: () => changeUiState(() => ({ isTourPutOff: true })),
    player,
    playing,
    /** False where nothing plays. */
    pausePlaying(): boolean {
      player.pause();
      return playing === 'playing' || playing === 'waiting';
    },
    /** In writing: what plays is not the call. Undefined in a language without a voice. */
    play: canListen
      ? () => {
          session.configure({ inputMode: 'text' });
          player.play();
        }
      : undefined,
  };
}

export type GuidedTour = ReturnType<typeof viewTour>;

function pickView(position: Tour | undefined, plan: TourPlanResponse | undefined): TourView {
  if (!position) return plan ? { kind: 'start', plan } : { kind: 'none' };
  if (position.asks) return { kind: 'asks' };
  return { kind: position.phase === 'over' ? 'none' : 'next' };
}

/** The rooms that were seen; undefined if the guide's rooms are not those of the profile. */
function pickProgress(count: number, position: Tour | undefined, before = -1): TourProgress | undefined {
  const here = position?.rooms === count ? position.room - 1 : undefined;
  const isKnown = count > 0 && (position === undefined || here !== undefined);
  return isKnown ? { here, farthest: Math.max(before, here ?? -1) } : undefined;
}
