import { ask } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { listEntries, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { isUnderWay, type PlayerState, stateOf } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Reader, ReaderState } from '@enfilade/shared-contracts/ui/speech/reading/create-reader';
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
  /** If the reader starts another text, the tour pauses. */
  reader: Reader;
  wordOf(action: PlayedStep): string;
}

/** Time for looking at the object, in ms. */
export const pauseMs = 8_000;
const rewindSeconds = 15;

const lastAnswer = (state: ConversationState) => listEntries(state.turns).findLast(({ speaker }) => speaker === 'guide');
type Entry = NonNullable<ReturnType<typeof lastAnswer>>;
const isIdle = (state: ConversationState) => pickProgress(state) === 'idle' && state.phase !== 'failed';
const hasBegun = ({ tour }: ConversationState) => tour !== undefined && tour.phase !== 'before';

const stateAfter = {
  loading: 'playing',
  ready: 'playing',
  playing: 'playing',
  paused: 'paused',
  complete: 'waiting',
  error: 'failed',
} as const;
/** If the conversation is idle, the visitor stopped the reading. Otherwise the next question stopped the reading. */
const stateWhen = (reading: PlayerState, isTalkIdle: boolean): TourPlayerState => {
  if (reading !== 'stopped') return stateAfter[reading];
  return isTalkIdle ? 'paused' : 'waiting';
};
const isOn = (state: TourPlayerState) => state === 'waiting' || state === 'playing';

/** Reads each answer, and takes the next step after a pause. The reader also reads answers to questions in between. */
export function createTourPlayer({ clock, conversation, reader, wordOf }: PlayerOptions) {
  const { getState, subscribe, set } = createStore<TourPlayerState>('off');
  let cancelPause = () => {};
  let unfollow = () => {};
  /** Requests the start once, also if the guide does not begin. */
  let isBegun = false;
  /** If undefined, the last answer is read again. */
  let readId: string | undefined;

  const isReading = () => {
    const state = stateOf(reader.getState(), readId ?? '');
    return isUnderWay(state) || state === 'paused';
  };
  const pause = () => {
    cancelPause();
    if (!isOn(getState())) return;
    if (isReading()) reader.pause();
    set('paused');
  };
  const onReading = ({ id, state }: ReaderState, before: ReaderState) => {
    if (id === before.id && state === before.state) return;
    if (id !== readId) return isUnderWay(state) && pause();
    cancelPause();
    if (state === 'complete') cancelPause = clock.after(pauseMs, takeNextStep);
    set(stateWhen(state, isIdle(conversation.store.getState())));
  };
  const endReading = () => {
    cancelPause();
    if (isReading()) reader.stop();
  };
  const step = (action: PlayedStep) => {
    endReading();
    set('waiting');
    if (!ask(conversation, 'text', wordOf(action))) set('failed');
  };
  function takeNextStep() {
    const state = conversation.store.getState();
    if (state.tour?.phase === 'over' || (isBegun && !hasBegun(state))) return stop();
    isBegun = true;
    if (!hasBegun(state)) return step('begin');
    step(state.tour?.asks ? 'yes' : 'next');
  }
  const read = (answer: Entry) => {
    readId = answer.key;
    reader.read(answer.key, plainTextOf(answer));
  };
  const follow = (state: ConversationState) => {
    if (!isOn(getState()) || state.transport !== 'text') return;
    if (!isIdle(state)) {
      endReading();
      return state.phase === 'failed' && set('failed');
    }
    if (!hasBegun(state) && !isBegun) return takeNextStep();
    const answer = lastAnswer(state);
    if (answer && answer.key !== readId) read(answer);
  };
  const onTalk = (state: ConversationState) => (getState() === 'paused' && state.tour?.phase === 'over' ? stop() : follow(state));
  function stop() {
    unfollow();
    endReading();
    readId = undefined;
    isBegun = false;
    set('off');
  }
  const play = () => {
    if (isReading()) return reader.resume();
    if (getState() === 'paused') return takeNextStep();
    const state = conversation.store.getState();
    reader.allow();
    unfollow();
    const unsubscribes = [conversation.store.subscribe(onTalk), reader.subscribe(onReading)];
    unfollow = () => unsubscribes.forEach((unsubscribe) => void unsubscribe());
    // Skips answers from before the tour. On the tour the last answer is read from its beginning.
    readId = hasBegun(state) ? undefined : lastAnswer(state)?.key;
    set('waiting');
    follow(state);
  };
  const next = () => getState() !== 'off' && takeNextStep();
  const previous = () => {
    const answer = lastAnswer(conversation.store.getState());
    if (answer && answer.key === readId) read(answer);
  };
  const rewind = () => isReading() && reader.rewind(rewindSeconds);

  return { getState, subscribe, play, pause, next, previous, rewind, stop };
}

export function connectLockScreen(
  player: ReturnType<typeof createTourPlayer>,
  mediaSession: MediaSession,
  describe: () => MediaMetadata | null,
): void {
  const { play, pause, next, previous, rewind, stop } = player;
  const handlers = { play, pause, nexttrack: next, previoustrack: previous, seekbackward: rewind, stop };
  /** Unhandled keys of lock screen and headphones return to the browser. */
  const handleKeys = (isHandled: boolean) => {
    for (const key of Object.keys(handlers) as (keyof typeof handlers)[]) {
      try {
        mediaSession.setActionHandler(key, isHandled ? handlers[key] : null);
      } catch {
        // The browser does not support this key.
      }
    }
  };
  player.subscribe((state, before) => {
    mediaSession.playbackState = isOn(state) ? 'playing' : 'paused';
    if (state === 'playing') mediaSession.metadata = describe();
    if (state === 'off' || before === 'off') handleKeys(state !== 'off');
  });
}

export type PlayedScreen = Pick<ScreenProps, 'clock' | 'session' | 'conversation' | 'museum' | 'profile'>;

export function openTourPlayer({ clock, session, conversation, museum, profile }: PlayedScreen, reader: Reader, t: Translate): TourPlayer {
  const player = createTourPlayer({ clock, conversation, reader, wordOf: (action) => t(`tour.${action}`) });
  const { mediaSession } = window.navigator;
  const describe = () => {
    const title = conversation.store.getState().room?.name ?? museum.name;
    const artist = localize(profile.guideName, session.store.getState().language);
    return new MediaMetadata({ title, artist, album: museum.name });
  };
  if (mediaSession) connectLockScreen(player, mediaSession, describe);
  return player;
}
