import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { isUnderWay, nextPlayerState, type PlayerEvent } from '@enfilade/shared-contracts/visit/audio-player';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { type PiecesReading, readPieces } from './read-pieces.ts';
import { isConnectionInDoubt, pickReadingProblem, type Reading, type ReadingProblem, silence, stateOf, unreadable } from './reading.ts';
import type { ReadingPage } from './reading-page.ts';
import { splitSpeech } from './split-speech.ts';

/** Some ten minutes of speech. */
const defaultLimitBytes = 4 * 1024 * 1024;

/** What was heard before, encoded; the longest unheard goes first. */
interface SpeechCache {
  /** The sound kept under `key`, else what `load` brings. The buffer is the caller's own: decoding empties it. */
  take(key: string, load: () => Promise<ArrayBuffer>): Promise<ArrayBuffer>;
  /** What is kept under `key` is no sound. */
  drop(key: string): void;
}

export function createSpeechCache(limitBytes: number = defaultLimitBytes): SpeechCache {
  const sounds = new Map<string, ArrayBuffer>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= sounds.get(key)?.byteLength ?? 0;
    sounds.delete(key);
  };
  const keep = (key: string, sound: ArrayBuffer) => {
    drop(key);
    sounds.set(key, sound);
    bytes += sound.byteLength;
    for (const oldest of sounds.keys()) {
      if (bytes <= limitBytes) break;
      drop(oldest);
    }
  };

  return {
    drop,
    async take(key, load) {
      const sound = sounds.get(key) ?? (await load());
      keep(key, sound);
      return sound.slice(0);
    },
  };
}

/** Who reads, and for whom. */
export interface Speaker {
  voiceId: string;
  visit: Visit;
}

interface ReaderOptions {
  api: Pick<GuideApi, 'speak' | 'checkConnection'>;
  clock: Clock;
  page: ReadingPage;
  /** Asked at every beginning. May throw ApiError `refused`. */
  pickSpeaker(): Speaker;
}

export interface Reader extends ReadableStore<Reading> {
  /**
   * Reads plain text from its beginning, and ends any other reading; stops it, or goes on where the browser
   * paused it. Call it within a tap: browsers want that.
   */
  toggle(id: string, text: string): void;
  stop(): void;
}

/** Reads answers aloud, one at a time; what was read is kept in memory. */
export function createReader({ api, clock, page, pickSpeaker }: ReaderOptions): Reader {
  let reading = silence;
  let running: PiecesReading | undefined;
  const cache = createSpeechCache();
  const listeners = new Set<(state: Reading, before: Reading) => void>();

  const become = (next: Reading) => {
    const before = reading;
    reading = next;
    for (const listener of listeners) listener(next, before);
  };
  const tell = (event: PlayerEvent, problem?: ReadingProblem) => {
    const state = nextPlayerState(reading.state, event);
    if (state === reading.state) return;
    if (!isUnderWay(state) && state !== 'paused') {
      running?.end();
      running = undefined;
    }
    become({ id: reading.id, state, ...(state === 'error' && problem && { problem }) });
  };
  const start = (text: string) => {
    const { voiceId, visit } = pickSpeaker();
    const pieces = splitSpeech(text);
    // The exhibition has its own pronunciations.
    const keyOf = (piece: string) => `${visit.exhibitionId} ${voiceId} ${piece}`;
    if (pieces.length === 0) return tell('failed', unreadable);
    running = readPieces(pieces, {
      page,
      clock,
      tell,
      load: (piece, signal) => cache.take(keyOf(piece), () => api.speak(voiceId, { visit, text: piece }, signal)),
      spoilt: (piece) => cache.drop(keyOf(piece)),
      diagnose: (error, signal) => diagnose(api, error, signal),
    });
  };

  return {
    getState: () => reading,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => tell('stopped'),
    toggle(id, text) {
      const own = stateOf(reading, id);
      if (own === 'paused') {
        tell('requested');
        return running?.resume();
      }
      tell('stopped');
      if (isUnderWay(own)) return;
      become({ id, state: nextPlayerState('stopped', 'requested') });
      try {
        start(text);
      } catch (error) {
        tell('failed', pickReadingProblem(error, true));
      }
    },
  };
}

/** Before the service is blamed: a visitor without a connection is told just that. */
async function diagnose(api: ReaderOptions['api'], error: unknown, signal: AbortSignal): Promise<ReadingProblem> {
  if (!isConnectionInDoubt(error)) return pickReadingProblem(error, true);
  const isConnected = await api.checkConnection(signal).then(
    () => true,
    () => false,
  );
  return pickReadingProblem(error, isConnected);
}
