import type { Clock } from '../kit/clock.ts';

export interface RecognisedWords {
  readonly finals: readonly string[];
  readonly partial: string;
}

export const noWords: RecognisedWords = { finals: [], partial: '' };

/** A partial passage replaces the earlier partial passage. A final passage completes it. */
export function addWords({ finals }: RecognisedWords, transcript: string, isFinal: boolean): RecognisedWords {
  const words = transcript.trim();
  if (!isFinal) return { finals, partial: words };
  return { finals: words === '' ? finals : [...finals, words], partial: '' };
}

export function textOf({ finals, partial }: RecognisedWords): string {
  return [...finals, partial].filter((passage) => passage !== '').join(' ');
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

interface GuideWords {
  readonly recognised: RecognisedWords;
  /** The whole answer, if known before the voice speaks. */
  readonly planned: string;
  /** 0 if not counted. */
  readonly spoken: number;
}

export function readGuide(
  { recognised, planned, spoken }: GuideWords,
  toWritten: (text: string) => string,
): { text: string; words: number } {
  const recognisedText = textOf(recognised);
  const recognisedCount = splitWords(recognisedText).length;
  const text = splitWords(planned).length >= recognisedCount ? planned : recognisedText;
  const said = splitWords(text).slice(0, Math.max(recognisedCount, spoken));
  return { text: toWritten(text), words: splitWords(toWritten(said.join(' '))).length };
}

/** Counts words whose starts are given in ms from the call. Another call replaces them. */
export function createWordClock(clock: Clock, onCount: (words: number) => void) {
  let cancel = () => {};

  function wait(startsMs: readonly number[], index: number, beganAtMs: number) {
    const startMs = startsMs[index];
    if (startMs === undefined) return;
    cancel = clock.after(Math.max(0, beganAtMs + startMs - clock.now()), () => {
      wait(startsMs, index + 1, beganAtMs);
      onCount(index + 1);
    });
  }

  return (startsMs: readonly number[]): void => {
    cancel();
    wait(startsMs, 0, clock.now());
  };
}
