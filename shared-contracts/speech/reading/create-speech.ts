import type { GuideApi } from '../../api/guide-api.ts';
import type { PlayerEvent } from '../../kit/audio-player.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Visit } from '../../visit/visit.ts';
import { createPiecePlayer, type PiecePlayer, type ReadingPage } from './create-piece-player.ts';
import type { SoundContext } from './open-sound-queue.ts';
import type { ReadingProblem } from './reading.ts';
import { isConnectionInDoubt, pickReadingProblem, unreadable } from './reading-problem.ts';
import { splitSpeech } from './split-speech.ts';

export interface SpeechOptions {
  api: Pick<GuideApi, 'speak' | 'checkConnection'>;
  clock: Clock;
  page: Pick<ReadingPage, 'navigator'>;
  /** Called at every start; undefined where the museum has no voice. May throw ApiError `refused`. */
  pickSpeaker(): { voiceId: string; visit: Visit } | undefined;
}

interface StartOptions {
  context: SoundContext;
  onEvent(event: PlayerEvent, problem?: ReadingProblem): void;
}

/** Texts as sound, which is cached: all that reading aloud does after the first press, and is loaded for. */
export function createSpeech({ api, clock, page, pickSpeaker }: SpeechOptions) {
  const cache = createSpeechCache();
  return {
    /** Undefined when it has failed at once. */
    start(text: string, { context, onEvent }: StartOptions): PiecePlayer | undefined {
      try {
        const speaker = pickSpeaker();
        const pieces = splitSpeech(text);
        if (!speaker || pieces.length === 0) return void onEvent('failed', unreadable);
        const { voiceId, visit } = speaker;
        // The exhibition is part of the key because it has its own pronunciations.
        const keyOf = (piece: string) => `${visit.exhibitionId} ${voiceId} ${piece}`;
        return createPiecePlayer(pieces, {
          context,
          page,
          clock,
          load: (piece, signal) => cache.load(keyOf(piece), () => api.speak(voiceId, { visit, text: piece }, signal)),
          onUndecodable: (piece) => cache.remove(keyOf(piece)),
          diagnose: (error, signal) => diagnose(api, error, signal),
          onEvent,
        });
      } catch (error) {
        return void onEvent('failed', pickReadingProblem(error, true));
      }
    },
  };
}

/** Checks the connection before it blames the service. */
async function diagnose(api: SpeechOptions['api'], error: unknown, signal: AbortSignal): Promise<ReadingProblem> {
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
