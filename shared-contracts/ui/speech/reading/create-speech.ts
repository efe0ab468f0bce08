import { ApiError } from '../../../api/api-error.ts';
import type { GuideApi } from '../../../api/guide-api.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createPlayer } from '../../../kit/create-player.ts';
import { type DecodingContext, decodeSound } from '../../../kit/decode-sound.ts';
import { writeWav } from '../../../kit/wav.ts';
import type { SettingsSource } from '../../../visit/session.ts';
import type { Visit } from '../../../visit/visit.ts';
import { playParts, type SoundPart } from './play-parts.ts';
import { isConnectionInDoubt, pickReadingProblem, type ReadingProblem } from './reading-problem.ts';
import { splitSpeech } from './split-speech.ts';

export interface SpeechOptions {
  api: Pick<GuideApi, 'speak' | 'checkConnection'>;
  clock: Clock;
  session: SettingsSource;
  /** Undefined if the museum has no voice. @throws ApiError `refused` */
  pickSpeaker(): { voiceId: string; visit: Visit } | undefined;
  Context?: DecodingContext | undefined;
}

/** All devices decode and play this rate. */
const rate = 44_100;

export type Speech = ReturnType<typeof createSpeech>;

export function createSpeech(audio: HTMLAudioElement, options: SpeechOptions) {
  const { api, pickSpeaker, Context = globalThis.OfflineAudioContext } = options;
  /** Of the visit, 4 kB a second. */
  const sounds = new Map<string, ArrayBuffer>();
  const player = createPlayer({
    ...options,
    explain: (error, signal) => explain(api, error, signal),
    open: (source: Promise<readonly SoundPart[]>, events) => playParts(audio, source, events),
  });
  const listParts = async (text: string): Promise<SoundPart[]> => {
    const speaker = pickSpeaker();
    const pieces = splitSpeech(text);
    if (!speaker || pieces.length === 0) throw new ApiError('refused', 'The museum has no voice, or the text has no words');
    const { voiceId, visit } = speaker;
    return pieces.map((piece) => async (signal) => {
      // Each exhibition has its own pronunciations.
      const key = `${visit.exhibitionId} ${voiceId} ${piece}`;
      const encoded = sounds.get(key) ?? (await api.speak(voiceId, { visit, text: piece }, signal));
      // Decoding empties the buffer.
      const samples = await decodeSound(encoded.slice(0), rate, Context);
      sounds.set(key, encoded);
      return new Blob([writeWav(samples.subarray(...findSound(samples, rate)), rate)], { type: 'audio/wav' });
    });
  };
  return {
    ...player,
    read: (id: string, text: string) => player.play(id, listParts(text)),
    rewind: (seconds: number) => player.sound()?.rewind(seconds),
  };
}

async function explain(api: SpeechOptions['api'], error: unknown, signal: AbortSignal): Promise<ReadingProblem> {
  if (!isConnectionInDoubt(error)) return pickReadingProblem(error, true);
  const isConnected = await api.checkConnection(signal).then(
    () => true,
    () => false,
  );
  return pickReadingProblem(error, isConnected);
}

/** -50 dB of full scale. */
const silentBelow = 0.003;
/** With the browser's change of files, the silence between two parts is under 150 ms. */
export const keptSilenceSeconds = 0.02;

export function findSound(samples: Float32Array, sampleRate: number): [from: number, until: number] {
  const isLoud = (sample: number) => Math.abs(sample) >= silentBelow;
  const kept = Math.round(keptSilenceSeconds * sampleRate);
  const first = samples.findIndex(isLoud);
  if (first < 0) return [0, Math.min(kept, samples.length)];
  return [Math.max(0, first - kept), Math.min(samples.length, samples.findLastIndex(isLoud) + 1 + kept)];
}
