import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { LRUCache } from 'lru-cache';

/** Sample rate of all synthesised sound: 16 bits, mono. */
export const speechSampleRate = 22_050;

export function joinSamples(frames: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    joined.set(frame, at);
    at += frame.length;
  }
  return joined;
}

/** Name of our own voice, which consists of rules and is no trained model. */
export const ownSpeechModel = 'eSpeak NG';

/** How a voice sounds: the synthesiser's name for it, pitch 0 to 99, speed in words a minute. */
export interface SpeakingVoice {
  timbre: string;
  pitch: number;
  speed: number;
  /** The visitor's: 1, or absent, is the voice's own. */
  rate?: number | undefined;
  /** What a speech service calls it, and the language it speaks; absent: only our own synthesiser has it. */
  hosted?: { voice: string; language: Language };
}

/** One spoken word: its beginning in ms from the text's first sample, and its position in the text. */
export interface SpokenWord {
  ms: number;
  offset: number;
  length: number;
}

/** Events of a running synthesis. */
export interface SpeechListener {
  /** The next samples. */
  onAudio(samples: Int16Array): void;
  /** The next words, ascending; never after the sound they begin in. */
  onWords(words: readonly SpokenWord[]): void;
  /** Another voice than the requested one speaks. @param model its, see `Speech.model` */
  onOtherVoice?(model: string): void;
  /** A service that may want money for it begins to speak so many characters. */
  onBilled?(characters: number): void;
  /** The sound broke off: the text was not spoken whole. */
  onBrokenOff?(): void;
}

export interface SpeechRequest extends SpeakingVoice {
  /** A sentence: nothing ends in the middle of one. */
  text: string;
  /** A text that is read aloud: a call's sentences come first. */
  mayWait?: boolean;
}

export interface SpeechJob {
  /** @throws SpeechError (rejects) when there is no such voice or the synthesiser dies again and again; resolves after a cancel too */
  done: Promise<void>;
  /** No more events from now on. */
  cancel(): void;
}

/** Turns text into sound, one text after the other in the order they were given. */
export interface Speech {
  /** What speaks, unless `onOtherVoice` names another: the name of a service's model, or of our own program. */
  readonly model: string;
  /** Starts the program early, so that the first text need not wait. */
  prepare(): void;
  say(request: SpeechRequest, listener: SpeechListener): SpeechJob;
  /** Ends everything; open jobs end without further events. */
  close(): Promise<void>;
}

/**
 * Speech that repeats recent sentences at once, if they were spoken whole and in the requested voice. What it keeps is gone with the
 * process.
 */
export function keepSpoken(speech: Speech, maxSize: number): Speech {
  const kept = new LRUCache<string, ((to: SpeechListener) => void)[]>({ maxSize });
  const repeat = (events: readonly ((to: SpeechListener) => void)[], listener: SpeechListener): SpeechJob => {
    let isCancelled = false;
    // Runs after the caller has the job, because its listener may cancel in the middle.
    const done = Promise.resolve().then(() => {
      for (const event of events) if (!isCancelled) event(listener);
    });
    const cancel = () => {
      isCancelled = true;
    };
    return { done, cancel };
  };
  const say: Speech['say'] = (request, listener) => {
    const key = JSON.stringify({ ...request, mayWait: undefined });
    const known = kept.get(key);
    if (known) return repeat(known, listener);
    const events: ((to: SpeechListener) => void)[] = [];
    let [bytes, isWhole] = [0, true];
    const pass = (event: (to: SpeechListener) => void) => {
      events.push(event);
      event(listener);
    };
    const breakOff = () => {
      isWhole = false;
    };
    const job = speech.say(request, {
      ...listener,
      onAudio(samples) {
        bytes += samples.byteLength;
        pass((to) => to.onAudio(samples));
      },
      onWords: (words) => pass((to) => to.onWords(words)),
      onOtherVoice(model) {
        breakOff();
        listener.onOtherVoice?.(model);
      },
      onBrokenOff: breakOff,
    });
    const done = job.done.then(() => void (bytes > 0 && isWhole && kept.set(key, events, { size: bytes })));
    return {
      done,
      cancel() {
        breakOff();
        job.cancel();
      },
    };
  };
  return { ...speech, say };
}

/**
 * Our own voice, which says one text after the other: however many texts may wait, one of them is with it at a time, so that a
 * call waits for no more than that one.
 */
export function createSpeechQueue(speech: Speech): Speech {
  let lastTurn: Promise<void> = Promise.resolve();
  return {
    ...speech,
    say({ mayWait, ...request }, listener) {
      if (!mayWait) return speech.say(request, listener);
      let job: SpeechJob | undefined;
      let isCancelled = false;
      const done = lastTurn.then(() => {
        if (isCancelled) return;
        job = speech.say(request, listener);
        return job.done;
      });
      lastTurn = done.catch(() => {});
      return {
        done,
        cancel() {
          isCancelled = true;
          job?.cancel();
        },
      };
    },
  };
}

export class SpeechError extends Error {
  readonly code = 'speech';
  /** Time that a service asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { retryAfterMs }: { retryAfterMs?: number } = {}) {
    super(message);
    this.name = 'SpeechError';
    this.retryAfterMs = retryAfterMs;
  }
}
