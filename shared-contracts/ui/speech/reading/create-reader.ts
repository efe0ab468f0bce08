import type { GuideApi } from '../../../api/guide-api.ts';
import { pickVisit } from '../../../conversation/pick-visit.ts';
import { isUnderWay, nextPlayerState, type PlayerEvent } from '../../../kit/audio-player.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createStore, type ReadableStore } from '../../../kit/store.ts';
import type { ScreenProps } from '../../../remote/screen-props.ts';
import { pickVoiceId } from '../../../visit/pick-voice-id.ts';
import type { SettingsSource } from '../../../visit/session.ts';
import type { Visit } from '../../../visit/visit.ts';
import { createPiecePlayer, type PiecePlayer, type ReadingPage } from './create-piece-player.ts';
import { pickStateOf, type ReaderState, type ReadingProblem, stoppedReader } from './reading.ts';
import { isConnectionInDoubt, pickReadingProblem, unreadable } from './reading-problem.ts';
import { splitSpeech } from './split-speech.ts';

interface ReaderOptions {
  api: Pick<GuideApi, 'speak' | 'checkConnection'>;
  clock: Clock;
  page: ReadingPage;
  session: SettingsSource;
  /** Called at every start; undefined where the museum has no voice. May throw ApiError `refused`. */
  pickSpeaker(): { voiceId: string; visit: Visit } | undefined;
}

export interface Reader extends ReadableStore<ReaderState> {
  /**
   * Reads plain text from its beginning, and ends any other reading; stops it, or resumes it where the browser paused
   * it. Call it within a tap: browsers want that.
   */
  toggle(id: string, text: string): void;
  /** Reads from the beginning, whatever is being read. Within a tap, too, or after one. */
  read(id: string, text: string): void;
  /** Until it is toggled. */
  pause(): void;
  stop(): void;
}

/** A reader by the voice the visitor chose. */
export function createVisitReader({
  profile,
  ...rest
}: Pick<ScreenProps, 'session' | 'profile'> & Omit<ReaderOptions, 'pickSpeaker'>): Reader {
  const pickSpeaker = () => {
    const visit = pickVisit(rest.session);
    const voiceId = pickVoiceId({ profile, language: visit.language, answers: visit.answers });
    return voiceId === undefined ? undefined : { visit, voiceId };
  };
  return createReader({ ...rest, pickSpeaker });
}

/** Reads answers aloud, one at a time; their sound is cached. */
export function createReader({ api, clock, page, session, pickSpeaker }: ReaderOptions): Reader {
  const { getState, subscribe, set } = createStore<ReaderState>(stoppedReader);
  const cache = createSpeechCache();
  let player: PiecePlayer | undefined;

  const onEvent = (event: PlayerEvent, problem?: ReadingProblem) => {
    const { id, state: before } = getState();
    const state = nextPlayerState(before, event);
    if (state === before) return;
    if (!isUnderWay(state) && state !== 'paused') {
      player?.end();
      player = undefined;
    }
    set({ id, state, ...(state === 'error' && problem && { problem }) });
  };
  const start = (text: string) => {
    const speaker = pickSpeaker();
    const pieces = splitSpeech(text);
    if (!speaker || pieces.length === 0) return onEvent('failed', unreadable);
    const { voiceId, visit } = speaker;
    // The exhibition is part of the key because it has its own pronunciations.
    const keyOf = (piece: string) => `${visit.exhibitionId} ${voiceId} ${piece}`;
    player = createPiecePlayer(pieces, {
      page,
      session,
      clock,
      load: (piece, signal) => cache.load(keyOf(piece), () => api.speak(voiceId, { visit, text: piece }, signal)),
      onUndecodable: (piece) => cache.remove(keyOf(piece)),
      diagnose: (error, signal) => diagnose(api, error, signal),
      onEvent,
    });
  };

  const read = (id: string, text: string) => {
    onEvent('stopped');
    set({ id, state: nextPlayerState('stopped', 'requested') });
    try {
      start(text);
    } catch (error) {
      onEvent('failed', pickReadingProblem(error, true));
    }
  };

  return {
    getState,
    subscribe,
    stop: () => onEvent('stopped'),
    read,
    pause: () => player?.pause(),
    toggle(id, text) {
      const state = pickStateOf(getState(), id);
      if (state === 'paused') {
        onEvent('requested');
        return player?.resume();
      }
      if (isUnderWay(state)) onEvent('stopped');
      else read(id, text);
    },
  };
}

/** Checks the connection before it blames the service. */
async function diagnose(api: ReaderOptions['api'], error: unknown, signal: AbortSignal): Promise<ReadingProblem> {
  if (!isConnectionInDoubt(error)) return pickReadingProblem(error, true);
  const isConnected = await api.checkConnection(signal).then(
    () => true,
    () => false,
  );
  return pickReadingProblem(error, isConnected);
}

/** Some ten minutes of speech. */
const cacheLimitBytes = 4 * 1024 * 1024;

/** Encoded sounds; the least recently used are removed first. */
export function createSpeechCache(limitBytes: number = cacheLimitBytes) {
  const sounds = new Map<string, ArrayBuffer>();
  let bytes = 0;

  const remove = (key: string) => {
    bytes -= sounds.get(key)?.byteLength ?? 0;
    sounds.delete(key);
  };
  const store = (key: string, sound: ArrayBuffer) => {
    remove(key);
    sounds.set(key, sound);
    bytes += sound.byteLength;
    for (const oldest of sounds.keys()) {
      if (bytes <= limitBytes) break;
      remove(oldest);
    }
  };

  return {
    remove,
    /** The cached sound, else what `request` resolves with. The buffer is a copy: decoding empties it. */
    async load(key: string, request: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
      const sound = sounds.get(key) ?? (await request());
      store(key, sound);
      return sound.slice(0);
    },
  };
}
