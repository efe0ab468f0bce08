import { type HeardWords, splitWords, textOf } from './spoken-words.ts';

/** What is known of what the guide says in a turn. */
export interface GuideWords {
  readonly heard: HeardWords;
  /** All of the turn's words, where they are known ahead of the voice. */
  readonly planned: string;
  /** Words said aloud, where somebody counts them. */
  readonly spoken: number;
}

/** The turn's text so far as it is written, and how many of its words were said. */
export function readGuide({ heard, planned, spoken }: GuideWords, toWritten: (text: string) => string): { text: string; words: number } {
  const heardText = textOf(heard);
  const heardCount = splitWords(heardText).length;
  const plannedCount = splitWords(planned).length;
  const text = plannedCount >= heardCount ? planned : heardText;
  const said = splitWords(text).slice(0, Math.max(heardCount, spoken));
  return { text: toWritten(text), words: splitWords(toWritten(said.join(' '))).length };
}
