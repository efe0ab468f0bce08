import { replaceTerms, textBefore } from './replace-terms.ts';
import type { Rule } from './rule.ts';
import { createRuleTrees, type PronunciationOptions } from './rule-trees.ts';
import { createTermTree, foldUnit, type TermTree } from './term-tree.ts';

/** How a term may stand in a transcript and what it becomes; a written form is known so that it stays. */
interface Reading {
  heard: string;
  written: string;
  stays: boolean;
  sharesStop: boolean;
  fitsHeard?: Rule['fitsHeard'];
}

const findReadings = createRuleTrees(plantSpoken);

/**
 * The text as a transcript should show it: every spoken form, in any case and as a whole word, becomes its
 * written one again. Undoes `toSpoken` for texts of words that belong to no term and of two-way terms in
 * their usual writing, set apart by spaces or punctuation other than hyphens, numbers by more than a space, as
 * long as no two terms are spoken alike and none is written as another one is spoken.
 */
export function toWritten(text: string, options: PronunciationOptions): string {
  const findLongest = findReadings(options);
  return replaceTerms(text, (start) => {
    const match = findLongest(text, start, (readings, end) => {
      const reading = pickReading(readings, text.slice(start, end));
      return reading?.fitsHeard?.(textBefore(text, start)) === false ? undefined : reading;
    });
    if (!match) return undefined;
    const { entry, end } = match;
    if (entry.stays) return { by: text.slice(start, end), end };
    return { by: entry.written, end: entry.sharesStop && text[end] === '.' ? end + 1 : end };
  });
}

/** As it was written down, else in another case. */
function pickReading(readings: readonly Reading[], heard: string): Reading | undefined {
  return readings.find((reading) => reading.heard === heard) ?? readings.find(({ stays }) => !stays);
}

/** Written forms come first: what already reads as it should is not read once more. */
function plantSpoken(rules: readonly Rule[]): TermTree<Reading> {
  const tree = createTermTree<Reading>(foldUnit);
  const twoWay = rules.filter(({ isOneWay }) => !isOneWay);
  for (const written of new Set(twoWay.map((rule) => rule.written)))
    tree.add(written, { heard: written, written, stays: true, sharesStop: false });
  for (const { written, spoken, sharesStop = false, fitsHeard } of twoWay) {
    tree.add(spoken, { heard: spoken, written, stays: false, sharesStop, fitsHeard });
  }
  return tree;
}
