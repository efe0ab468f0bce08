import { type SpeakingVoice, type Speech, type SpokenWord, speechSampleRate } from '../../speech/speech.ts';
import type { OutgoingSound } from './outgoing-sound.ts';

/** A word of the written text: the beginning of its sound in ms, and its end in the text. */
type WrittenWord = { text: string; ms: number; end: number };

type Token = ReturnType<typeof tokensOf>[number];

/**
 * Unchanged words have the synthesiser's time. Replaced words ("Louis XIV" → "Louis the Fourteenth") share the times between.
 * @param words of the synthesiser, with offsets in `spoken`
 */
export function timeWrittenWords(written: string, spoken: string, words: readonly SpokenWord[]): WrittenWord[] {
  const [writtenTokens, spokenTokens] = [tokensOf(written), tokensOf(spoken)];
  const begins = spokenTokens.map(({ start, end }) => words.find(({ offset }) => offset >= start && offset < end)?.ms);
  let ms = 0;
  return alignTokens(writtenTokens, spokenTokens).map(([from, to], at) => {
    // A dash has no sound and gets the time of the word before it.
    ms = Math.max(ms, begins.slice(from, to).find((begin) => begin !== undefined) ?? 0);
    const token = writtenTokens[at] as Token;
    return { text: token.text, ms, end: token.end };
  });
}

/** Text position after `ms` of sound: the end of the last word that has begun; 0 before the first word. */
export const playedEnd = (words: readonly WrittenWord[], ms: number): number => words.findLast((word) => word.ms <= ms)?.end ?? 0;

const tokensOf = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: token, index }) => ({ text: token, start: index, end: index + token.length }));

type Range = readonly [from: number, to: number];

function alignTokens(written: readonly Token[], spoken: readonly Token[]): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const [at, partner] of [...commonTokens(written, spoken), [written.length, spoken.length] as const]) {
    const first = ranges.length;
    const share = (index: number) => from + Math.floor(((partner - from) * (index - first)) / Math.max(1, at - first));
    for (let index = first; index < at; index += 1) ranges.push([share(index), share(index + 1)]);
    if (at < written.length) ranges.push([partner, partner + 1]);
    from = partner + 1;
  }
  return ranges;
}

const longestReplacement = 8;

function commonTokens(written: readonly Token[], spoken: readonly Token[]): Range[] {
  let next = 0;
  return written.flatMap(({ text }, at): Range[] => {
    const partner = spoken.slice(0, next + longestReplacement).findIndex((one, index) => index >= next && one.text === text);
    if (partner < 0) return [];
    next = partner + 1;
    return [[at, partner]];
  });
}

export type SentenceSound = ReturnType<typeof startSentence>;

export interface SentenceOptions {
  speech: Speech;
  voice: SpeakingVoice;
  written: string;
  toSpoken(text: string): string;
  sound: OutgoingSound;
  onSound(): void;
  onOtherVoice(model: string): void;
  /** All sound has arrived, or the synthesis failed with `error`. */
  onComplete(error: unknown): void;
}

export function startSentence({ speech, voice, written, toSpoken, sound, onSound, onOtherVoice, onComplete }: SentenceOptions) {
  const spoken = toSpoken(written);
  const start = sound.end();
  const spokenWords: SpokenWord[] = [];
  const cancelling = new AbortController();
  let silence = 0;
  let end = start;
  let isComplete = false;
  const words = () => {
    const shiftedWords = spokenWords.map((word) => ({ ...word, ms: Math.max(0, word.ms - msOf(silence)) }));
    return timeWrittenWords(written, spoken, shiftedWords);
  };
  const complete = (error?: unknown) => {
    if (cancelling.signal.aborted) return;
    isComplete = true;
    onComplete(error);
  };
  const onAudio = (samples: Int16Array) => {
    // Cuts the silence before the first word, up to 60 ms before a plosive, because it only delays the word.
    const first = end > start ? 0 : samples.findIndex((sample) => sample !== 0);
    const silent = first < 0 ? samples.length : first;
    silence += silent;
    if (silent === samples.length) return;
    sound.append(samples.subarray(silent));
    end = sound.end();
    onSound();
  };
  const onWords = (more: readonly SpokenWord[]) => void spokenWords.push(...more);
  speech.say({ text: spoken, ...voice }, { onAudio, onWords, onOtherVoice }, cancelling.signal).then(() => complete(), complete);
  return {
    written,
    /** A position of `OutgoingSound`. */
    start,
    isComplete: () => isComplete,
    end: () => end,
    words,
    /** Played length of the written text in UTF-16 units. @param played position of `OutgoingSound` */
    playedLength(played: number): number {
      // If no word was reported, no word counts as played.
      return played <= start || spokenWords.length === 0 ? 0 : playedEnd(words(), msOf(played - start));
    },
    cancel: () => cancelling.abort(),
  };
}

const msOf = (samples: number) => (samples * 1000) / speechSampleRate;
