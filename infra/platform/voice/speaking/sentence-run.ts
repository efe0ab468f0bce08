import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type SpeakingVoice, type Speech, speechSampleRate } from '../../speech/speech.ts';
import type { OutgoingSound } from './outgoing-sound.ts';
import { type SentenceSound, startSentence } from './sentence-sound.ts';

export interface SentenceRunOptions {
  texts: readonly string[];
  clock: Clock;
  speech: Speech;
  voice: SpeakingVoice;
  toSpoken(text: string): string;
  sound: OutgoingSound;
  emit(type: string, body: object): void;
  onSound(): void;
  /** A sentence is complete, spoken or not. */
  onProgress(): void;
  onFailure(error: unknown): void;
}

/** Synthesises the sentences of a turn one after the other, not too far ahead of the ear. */
export interface SentenceRun {
  /** Those begun so far. */
  sentences: readonly SentenceSound[];
  next(): void;
  isComplete(): boolean;
  stop(): void;
}

const hangAfterMs = 2000;
/** No further: another room waits, and a barge-in throws it away. */
const aheadSamples = 5 * speechSampleRate;

export function createSentenceRun(options: SentenceRunOptions): SentenceRun {
  const { texts, clock, sound, emit, onSound, onProgress, onFailure } = options;
  const sentences: SentenceSound[] = [];
  let isStopped = false;
  let cancelHang = () => {};

  const next = () => {
    const written = texts[sentences.length];
    const isBusy = sentences.at(-1)?.isComplete() === false;
    if (isStopped || isBusy || written === undefined || sound.unsent() > aheadSamples) return;
    emit('voice-input', { input: written });
    cancelHang = clock.after(hangAfterMs, () => emit('hang', {}));
    const spoken = options.toSpoken(written);
    sentences.push(startSentence({ ...options, written, spoken, onSound: hear, onComplete: complete }));
  };
  const hear = () => {
    cancelHang();
    onSound();
  };
  const complete = (error: unknown) => {
    cancelHang();
    if (error !== undefined) onFailure(error);
    next();
    onProgress();
  };

  return {
    sentences,
    next,
    isComplete: () => sentences.length === texts.length && sentences.every((sentence) => sentence.isComplete()),
    stop() {
      isStopped = true;
      cancelHang();
      for (const sentence of sentences) sentence.cancel();
    },
  };
}
