import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { ask } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { listEntries, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { openPlayback, type Playback } from '@enfilade/shared-contracts/kit/play-audio';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { splitSpeech } from '@enfilade/shared-contracts/ui/speech/reading/split-speech';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { Translate } from '../texts/texts.ts';

/** waiting: for the next answer, or between two stops · failed: the sound or the answer did not come; playing tries again. */
export type TourPlayerState = 'off' | 'waiting' | 'playing' | 'paused' | 'failed';

export interface TourPlayer extends ReadableStore<TourPlayerState> {
  /** Plays the tour from where it is, or resumes. Call it within a tap: browsers want that. */
  play(): void;
  pause(): void;
  /** Goes on to the next stop at once. */
  next(): void;
  /** 15 s. */
  rewind(): void;
  /** Ends it; the tour stays where it is. */
  stop(): void;
}

type PlayedStep = 'begin' | 'yes' | 'next';

interface PlayerOptions {
  api: Pick<GuideApi, 'speak'>;
  clock: Clock;
  session: VisitorSession;
  conversation: Conversation;
  /** What is sent for a step. */
  wordOf(action: PlayedStep): string;
  /** Of the guide in the visitor's language; undefined without one. */
  pickVoice(): string | undefined;
  /** The one media element: a browser lets an element that was started by a tap go on by itself. */
  audio: HTMLAudioElement;
  page: {
    mediaSession: MediaSession | undefined;
    /** What a lock screen shows. */
    describe(): MediaMetadata | null;
    createUrl(sound: ArrayBuffer): string;
    revokeUrl(url: string): void;
  };
}

/** To look at what was spoken of, in ms. */
export const pauseMs = 8_000;
const rewindSeconds = 15;

const lastAnswer = (state: ConversationState) => listEntries(state.turns).findLast(({ speaker }) => speaker === 'guide');
const isUnderWay = ({ tour }: ConversationState) => tour !== undefined && tour.phase !== 'before';

/**
 * Plays the guided tour without a call: it reads each answer of the guide, and takes the next step by itself after a pause.
 * What the visitor asks meanwhile is answered, read, and the tour goes on.
 */
export function createTourPlayer(options: PlayerOptions): TourPlayer {
  const { clock, conversation, page } = options;
  const { getState, subscribe, set } = createStore<TourPlayerState>('off');
  /** The answer that was read, or is being read. */
  let readId: string | undefined;
  let reading: Reading | undefined;
  let cancelPause = () => {};
  let unfollow = () => {};
  /** It was asked for once; a guide that does not begin it is not asked again. */
  let isBegun = false;

  const isOn = () => getState() === 'waiting' || getState() === 'playing';
  const endReading = () => {
    reading?.end();
    reading = undefined;
    cancelPause();
  };
  const change = (state: TourPlayerState) => {
    if (state === getState()) return;
    set(state);
    if (page.mediaSession) page.mediaSession.playbackState = isOn() ? 'playing' : 'paused';
  };
  const step = (action: PlayedStep) => {
    endReading();
    change('waiting');
    if (!ask(conversation, 'text', options.wordOf(action))) change('failed');
  };
  const takeNextStep = () => {
    const state = conversation.store.getState();
    if (state.tour?.phase === 'over' || (isBegun && !isUnderWay(state))) return stop();
    isBegun = true;
    if (!isUnderWay(state)) return step('begin');
    step(state.tour?.asks ? 'yes' : 'next');
  };
  const read = (text: string) => {
    const voice = options.pickVoice();
    if (voice === undefined) return change('failed');
    if (page.mediaSession) page.mediaSession.metadata = page.describe();
    change('playing');
    reading = readAloud(splitSpeech(text), voice, options, (event) => {
      if (event === 'ended' || event === 'failed') endReading();
      if (event === 'ended') cancelPause = clock.after(pauseMs, takeNextStep);
      change(event === 'ended' ? 'waiting' : event);
    });
  };
  /** Reads the last answer if it was not read. */
  const readLast = (state: ConversationState) => {
    const answer = lastAnswer(state);
    // Before the tour nothing is read: it begins.
    if (!isUnderWay(state) && !isBegun) return takeNextStep();
    if (!answer || answer.key === readId) return;
    endReading();
    readId = answer.key;
    read(plainTextOf(answer));
  };
  const follow = (state: ConversationState) => {
    if (!isOn() || state.transport !== 'text') return;
    const progress = pickProgress(state);
    if (progress === 'idle' && state.phase !== 'failed') return readLast(state);
    endReading();
    if (state.phase === 'failed') change('failed');
  };
  function stop() {
    unfollow();
    endReading();
    isBegun = false;
    change('off');
    handle(page.mediaSession, {});
  }
  const play = () => {
    if (reading) return reading.resume();
    if (getState() === 'paused') return takeNextStep();
    const state = conversation.store.getState();
    unfollow();
    unfollow = conversation.store.subscribe(follow);
    // What was said before the tour is not read; on the tour the last answer is read from its beginning.
    readId = isUnderWay(state) ? undefined : lastAnswer(state)?.key;
    handle(page.mediaSession, { play, pause, nexttrack: next, previoustrack: previous, seekbackward: rewind, stop });
    change('waiting');
    follow(state);
  };
  const pause = () => {
    cancelPause();
    if (!isOn()) return;
    reading?.pause();
    change('paused');
  };
  const next = () => getState() !== 'off' && takeNextStep();
  const previous = () => reading?.restart();
  const rewind = () => reading?.rewind();

  return { getState, subscribe, play, pause, next, rewind, stop };
}

/** The keys of a lock screen and of headphones; those without a handler are the browser's own again. */
function handle(mediaSession: MediaSession | undefined, handlers: Partial<Record<MediaSessionAction, () => void>>): void {
  for (const action of ['play', 'pause', 'nexttrack', 'previoustrack', 'seekbackward', 'stop'] as const) {
    try {
      mediaSession?.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // The browser does not know this key.
    }
  }
}

interface Reading {
  pause(): void;
  resume(): void;
  rewind(): void;
  /** From the beginning. */
  restart(): void;
  end(): void;
}

type ReadingEvent = 'playing' | 'paused' | 'failed' | 'ended';

/** Reads pieces of one answer on the media element, one after the other. */
function readAloud(
  pieces: readonly string[],
  voice: string,
  { api, clock, session, audio, page }: PlayerOptions,
  onEvent: (event: ReadingEvent) => void,
): Reading {
  const ending = new AbortController();
  const { signal } = ending;
  const sounds = new Map<number, Promise<ArrayBuffer>>();
  let at = 0;
  let playback: Playback | undefined;
  let url = '';
  let isPaused = false;

  const load = (index: number) => {
    const text = pieces[index];
    if (text === undefined) return undefined;
    const loading = sounds.get(index) ?? api.speak(voice, { visit: pickVisit(session), text }, signal);
    sounds.set(index, loading);
    // One that failed is requested again.
    loading.catch(() => sounds.delete(index));
    return loading;
  };
  const close = () => {
    playback?.end();
    playback = undefined;
    if (url) page.revokeUrl(url);
    url = '';
  };
  const start = async (index: number): Promise<void> => {
    at = index;
    close();
    try {
      const sound = await load(index);
      if (signal.aborted || at !== index) return;
      if (!sound) return onEvent('ended');
      void load(index + 1);
      url = page.createUrl(sound);
      audio.src = url;
      playback = openPlayback(audio, {
        clock,
        session,
        onEvent(event) {
          if (event === 'ended') void start(index + 1);
          if (event === 'began') onEvent('playing');
          if (event === 'paused' || event === 'failed') onEvent(event);
        },
      });
      if (!isPaused) playback.play();
    } catch {
      if (!signal.aborted) onEvent('failed');
    }
  };
  void start(0);

  return {
    pause() {
      isPaused = true;
      playback?.pause();
    },
    resume() {
      isPaused = false;
      if (playback) playback.play();
      else void start(at);
    },
    rewind() {
      if (audio.currentTime >= rewindSeconds || at === 0) playback?.seek(Math.max(0, audio.currentTime - rewindSeconds));
      else void start(at - 1);
    },
    restart: () => void start(0),
    end() {
      ending.abort();
      close();
    },
  };
}

/** A player on the browser's own lock screen. */
export function openTourPlayer(
  { api, clock, session, conversation, museum, profile }: ScreenProps,
  t: Translate,
  audio: HTMLAudioElement,
): TourPlayer {
  return createTourPlayer({
    ...{ api, clock, session, conversation, audio },
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
