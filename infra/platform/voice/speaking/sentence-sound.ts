import { type SpeakingVoice, type Speech, type SpeechJob, type SpokenWord, speechSampleRate } from '../../speech/speech.ts';
import type { OutgoingSound } from './outgoing-sound.ts';
import { heardEnd, timeWrittenWords, type WrittenWord } from './written-words.ts';

/** One sentence from its text to its sound at the visitor. */
export interface SentenceSound {
  written: string;
  /** All its sound is there. */
  isComplete(): boolean;
  /** Where its sound begins and, as far as it is known, ends; samples as `OutgoingSound` counts them. */
  start: number;
  end(): number;
  words(): readonly WrittenWord[];
  /** How much of the written text was heard, in UTF-16 units, when so much of the guide's sound was. */
  heardLength(heardSamples: number): number;
  cancel(): void;
}

export interface SentenceOptions {
  speech: Speech;
  voice: SpeakingVoice;
  written: string;
  /** What the synthesiser gets. */
  spoken: string;
  sound: OutgoingSound;
  /** More sound is there. */
  onSound(): void;
  /** All of it is there, or none will come: then the sentence is silent. */
  onComplete(error: unknown): void;
}

/** Begins to synthesise a sentence at the end of `sound`. */
export function startSentence(options: SentenceOptions): SentenceSound {
  const { speech, voice, written, spoken, sound, onSound, onComplete } = options;
  const start = sound.end();
  const spokenWords: SpokenWord[] = [];
  const silence = createLeadingSilence();
  let end = start;
  let isComplete = false;
  let timed: readonly WrittenWord[] = [];
  let timedCount = -1;
  const words = () => {
    if (timedCount !== spokenWords.length) {
      timedCount = spokenWords.length;
      const lead = msOf(silence.samples());
      const heardWords = spokenWords.map((word) => ({ ...word, ms: Math.max(0, word.ms - lead) }));
      timed = timeWrittenWords(written, spoken, heardWords);
    }
    return timed;
  };
  const complete = (error?: unknown) => {
    isComplete = true;
    onComplete(error);
  };
  const job: SpeechJob = speech.say(
    { text: spoken, ...voice },
    {
      onAudio(samples) {
        const heard = silence.cut(samples);
        if (heard.length === 0) return;
        timedCount = -1;
        sound.append(heard);
        end = sound.end();
        onSound();
      },
      onWords: (more) => void spokenWords.push(...more),
    },
  );
  let isCancelled = false;
  job.done.then(
    () => !isCancelled && complete(),
    (error: unknown) => !isCancelled && complete(error),
  );
  return {
    written,
    start,
    isComplete: () => isComplete,
    end: () => end,
    words,
    heardLength(heard) {
      if (heard <= start) return 0;
      return heardEnd(knownWords(words(), spokenWords.length), msOf(heard - start));
    },
    cancel() {
      isCancelled = true;
      job.cancel();
    },
  };
}

/** Before the synthesiser has reported any word, none was heard. */
function knownWords(words: readonly WrittenWord[], reported: number): readonly WrittenWord[] {
  return reported === 0 ? [] : words;
}

const msOf = (samples: number) => (samples * 1000) / speechSampleRate;

/** Up to 60 ms of nothing come before a plosive; which the visitor need not wait for. */
function createLeadingSilence() {
  let samples = 0;
  let isOver = false;
  return {
    samples: () => samples,
    cut(next: Int16Array): Int16Array {
      if (isOver) return next;
      const first = next.findIndex((sample) => sample !== 0);
      isOver = first >= 0;
      const silent = isOver ? first : next.length;
      samples += silent;
      return next.subarray(silent);
    },
  };
}
