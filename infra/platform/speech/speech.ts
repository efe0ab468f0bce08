import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { LRUCache } from 'lru-cache';

/** Sample rate of all synthesised sound: 16 bits, mono. */
export const speechSampleRate = 22_050;

/** Name of our own voice, which is not a trained model. */
export const ownSpeechModel = 'eSpeak NG';

/** A voice: the synthesiser's name, the pitch from 0 to 99, and the speed in words a minute. */
export interface SpeakingVoice {
  timbre: string;
  pitch: number;
  speed: number;
  /** The visitor's factor for the speed (1). */
  rate?: number | undefined;
  /** The provider's id and the language. Absent if only our own synthesiser has the voice. */
  hosted?: { voice: string; language: Language };
}

/** A spoken word: its begin in ms from the text's first sample, and its position in the text. */
export type SpokenWord = { ms: number; offset: number; length: number };

export interface SpeechListener {
  onAudio(samples: Int16Array): void;
  /** The next words in ascending order, never after their sound. */
  onWords(words: readonly SpokenWord[]): void;
  /** Another voice than the requested one speaks. @param model see `Speech.model` */
  onOtherVoice?(model: string): void;
  /** A service that may charge begins to speak this number of characters. */
  onBilled?(characters: number): void;
  onBrokenOff?(): void;
}

export interface SpeechRequest extends SpeakingVoice {
  text: string;
  /** True for texts that are read aloud, because sentences of calls come first. */
  mayWait?: boolean;
}

export interface Speech {
  /** The name of the service's model or of our own voice, unless `onOtherVoice` names another. */
  readonly model: string;
  prepare(): void;
  /** Resolves early if the signal aborts. Rejects with a SpeechError for an unknown voice or after repeated crashes. */
  say(request: SpeechRequest, listener: SpeechListener, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

type SpokenEvent = (to: SpeechListener) => void;

/** Keeps sentences that were spoken whole and in the requested voice. */
export function keepSpoken(speech: Speech, maxSize: number): Speech {
  const kept = new LRUCache<string, SpokenEvent[]>({ maxSize });
  const say: Speech['say'] = async (request, listener, signal) => {
    const key = JSON.stringify({ ...request, mayWait: undefined });
    const known = kept.get(key);
    if (known) {
      // The listener may abort before the first event.
      await Promise.resolve();
      for (const event of known) if (!signal.aborted) event(listener);
      return;
    }
    const events: SpokenEvent[] = [];
    let [bytes, isWhole] = [0, true];
    const pass = (event: SpokenEvent) => {
      events.push(event);
      event(listener);
    };
    const passing: SpeechListener = {
      ...listener,
      onAudio(samples) {
        bytes += samples.byteLength;
        pass((to) => to.onAudio(samples));
      },
      onWords: (words) => pass((to) => to.onWords(words)),
      onOtherVoice(model) {
        isWhole = false;
        listener.onOtherVoice?.(model);
      },
      onBrokenOff() {
        isWhole = false;
      },
    };
    await speech.say(request, passing, signal);
    if (bytes > 0 && isWhole && !signal.aborted) kept.set(key, events, { size: bytes });
  };
  return { ...speech, say };
}

/** Only one text with `mayWait` is spoken at a time, so that a call waits for one such text at most. */
export function createSpeechQueue(speech: Speech): Speech {
  let lastTurn: Promise<void> = Promise.resolve();
  return {
    ...speech,
    say({ mayWait, ...request }, listener, signal) {
      if (!mayWait) return speech.say(request, listener, signal);
      const done = lastTurn.then(() => (signal.aborted ? undefined : speech.say(request, listener, signal)));
      lastTurn = done.catch(() => {});
      return done;
    },
  };
}

export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly code = 'speech';
  /** Time that a service asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
