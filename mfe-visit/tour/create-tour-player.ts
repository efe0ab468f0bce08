import { ask } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { listEntries, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { isUnderWay, stateOf } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';

import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Reader } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
import type { Translate } from '../texts/texts.ts';

/** waiting: for the next answer, or between two stops · failed: no sound or no answer arrived; `play` retries. */
export type TourPlayerState = 'off' | 'waiting' | 'playing' | 'paused' | 'failed';

export interface TourPlayer extends ReadableStore<TourPlayerState> {
  /** Browsers require a tap for `play`. */
  play(): void;
  pause(): void;
  next(): void;
  rewind(): void;
  stop(): void;
}

type PlayedStep = 'begin' | 'yes' | 'next';

interface PlayerOptions {
  clock: Clock;
  conversation: Conversation;
  /** Any other reading pauses the tour. */
  reader: Reader;
  wordOf(action: PlayedStep): string;
  lockScreen: LockScreen;
}

/** Time for looking at the object, in ms. */
export const pauseMs = 8_000;
const rewindSeconds = 15;

const lastAnswer = (state: ConversationState) => listEntries(state.turns).findLast(({ speaker }) => speaker === 'guide');
type Entry = NonNullable<ReturnType<typeof lastAnswer>>;
const isIdle = (state: ConversationState) => pickProgress(state) === 'idle' && state.phase !== 'failed';
const hasBegun = ({ tour }: ConversationState) => tour !== undefined && tour.phase !== 'before';

const stateAfter = { underWay: 'playing', paused: 'paused', complete: 'waiting', error: 'failed' } as const;

/** `other`: the reader reads another answer for the visitor. */
function followReader(reader: Reader, onReading: (what: keyof typeof stateAfter | 'stopped' | 'other') => void) {
  let readId: string | undefined;
  return {
    hasRead: (id: string) => id === readId,
    /** If `id` is undefined, the last answer is read again. */
    skip(id: string | undefined) {
      readId = id;
    },
    read(answer: Entry) {
      readId = answer.key;
      reader.read(answer.key, plainTextOf(answer));
    },
    isOpen() {
      const state = stateOf(reader.getState(), readId ?? '');
      return isUnderWay(state) || state === 'paused';
    },
    follow: () =>
      reader.subscribe(({ id, state }, before) => {
        if (id === before.id && state === before.state) return;
        if (id !== readId) return void (isUnderWay(state) && onReading('other'));
        onReading(state === 'loading' || state === 'ready' || state === 'playing' ? 'underWay' : state);
      }),
  };
}

/** Reads each answer, and takes the next step after a pause. The reader also reads answers to questions in between. */
export function createTourPlayer({ clock, conversation, reader, wordOf, lockScreen }: PlayerOptions): TourPlayer {
  const { getState, subscribe, set } = createStore<TourPlayerState>('off');
  let cancelPause = () => {};
  let unfollow = () => {};
  /** Requests the start once, also if the guide does not begin. */
  let isBegun = false;

  const isOn = () => getState() === 'waiting' || getState() === 'playing';
  const change = (state: TourPlayerState) => {
    if (state === getState()) return;
    set(state);
    lockScreen.setPlaying(isOn());
  };
  const pause = () => {
    cancelPause();
    if (!isOn()) return;
    if (reading.isOpen()) reader.pause();
    change('paused');
  };
  const reading = followReader(reader, (what) => {
    if (what === 'other') return pause();
    cancelPause();
    if (what === 'complete') cancelPause = clock.after(pauseMs, takeNextStep);
    if (what === 'stopped') change(isIdle(conversation.store.getState()) ? 'paused' : 'waiting');
    else change(stateAfter[what]);
  });
  const endReading = () => {
    cancelPause();
    if (reading.isOpen()) reader.stop();
  };
  const step = (action: PlayedStep) => {
    endReading();
    change('waiting');
    if (!ask(conversation, 'text', wordOf(action))) change('failed');
  };
  function takeNextStep() {
    const state = conversation.store.getState();
    if (state.tour?.phase === 'over' || (isBegun && !hasBegun(state))) return stop();
    isBegun = true;
    if (!hasBegun(state)) return step('begin');
    step(state.tour?.asks ? 'yes' : 'next');
  }
  const read = (answer: Entry) => {
    lockScreen.describe();
    reading.read(answer);
  };
  const follow = (state: ConversationState) => {
    if (!isOn() || state.transport !== 'text') return;
    if (!isIdle(state)) {
      endReading();
      return state.phase === 'failed' && change('failed');
    }
    if (!hasBegun(state) && !isBegun) return takeNextStep();
    const answer = lastAnswer(state);
    if (answer && !reading.hasRead(answer.key)) read(answer);
  };
  function stop() {
    unfollow();
    endReading();
    reading.skip(undefined);
    isBegun = false;
    change('off');
    lockScreen.handle({});
  }
  const play = () => {
    if (reading.isOpen()) return reader.resume();
    if (getState() === 'paused') return takeNextStep();
    const state = conversation.store.getState();
    reader.allow();
    unfollow();
    const unsubscribes = [conversation.store.subscribe(follow), reading.follow()];
    unfollow = () => unsubscribes.forEach((unsubscribe) => void unsubscribe());
    // Skips answers from before the tour. On the tour the last answer is read from its beginning.
    reading.skip(hasBegun(state) ? undefined : lastAnswer(state)?.key);
    lockScreen.handle({ play, pause, nexttrack: next, previoustrack: previous, seekbackward: rewind, stop });
    change('waiting');
    follow(state);
  };
  const next = () => getState() !== 'off' && takeNextStep();
  const previous = () => {
    const answer = lastAnswer(conversation.store.getState());
    if (answer && reading.hasRead(answer.key)) read(answer);
  };
  const rewind = () => reading.isOpen() && reader.rewind(rewindSeconds);

  return { getState, subscribe, play, pause, next, rewind, stop };
}

type LockScreen = ReturnType<typeof openLockScreen>;

export function openLockScreen(mediaSession: MediaSession | undefined, describe: () => MediaMetadata | null) {
  return {
    setPlaying(isPlaying: boolean) {
      if (mediaSession) mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    },
    describe() {
      if (mediaSession) mediaSession.metadata = describe();
    },
    /** Unhandled keys of lock screen and headphones return to the browser. */
    handle(handlers: Partial<Record<MediaSessionAction, () => void>>) {
      for (const action of ['play', 'pause', 'nexttrack', 'previoustrack', 'seekbackward', 'stop'] as const) {
        try {
          mediaSession?.setActionHandler(action, handlers[action] ?? null);
        } catch {
          // The browser does not support this key.
        }
      }
    },
  };
}

export type PlayedScreen = Pick<ScreenProps, 'clock' | 'session' | 'conversation' | 'museum' | 'profile'>;

export function openTourPlayer({ clock, session, conversation, museum, profile }: PlayedScreen, reader: Reader, t: Translate): TourPlayer {
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
