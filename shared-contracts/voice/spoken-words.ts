import type { Clock } from '../kit/clock.ts';

/** Words a recogniser understood of one turn: whole passages, and the one that is still growing. */
export interface RecognisedWords {
  readonly finals: readonly string[];
  readonly partial: string;
}

export const noWords: RecognisedWords = { finals: [], partial: '' };

/** A partial passage replaces the one before; a final one closes it. */
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

/** What is known of what the guide says in a turn. */
interface GuideWords {
  readonly recognised: RecognisedWords;
  /** All of the turn's words, if they are known before the voice. */
  readonly planned: string;
  /** Number of spoken words; 0 if they are not counted. */
  readonly spoken: number;
}

/** The turn's text so far as it is written, and how many of its words were said. */
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

/** Counts words as they are due. */
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

  return {
    /** @param startsMs when each word begins, from now, in ms */
    start(startsMs: readonly number[]): void {
      cancel();
      wait(startsMs, 0, clock.now());
    },
    stop: () => cancel(),
  };
}
