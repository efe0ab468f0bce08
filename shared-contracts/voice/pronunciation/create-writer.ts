import type { Pronunciation } from '../../museum/museum.ts';
import type { Rule } from './rules.ts';
import { createTermTree, foldUnit, lookUpTerms, replaceTerms, type TermTree, textBefore } from './terms.ts';

export type Writer = (text: string, pronunciations: readonly Pronunciation[]) => string;

/** Written forms are terms too, so that they stay unchanged. */
interface Reading {
  heard: string;
  written: string;
  stays: boolean;
  sharesStop: boolean;
  fitsHeard?: Rule['fitsHeard'];
}

/** A page needs the rules of its own language only. */
export function createWriter(rules: () => readonly Rule[]): Writer {
  const findReadings = lookUpTerms(rules, plantSpoken);
  return (text, pronunciations) => {
    const findLongest = findReadings(pronunciations);
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
  };
}

/** Prefers the reading in the same case. */
function pickReading(readings: readonly Reading[], heard: string): Reading | undefined {
  return readings.find((reading) => reading.heard === heard) ?? readings.find(({ stays }) => !stays);
}

/** Written forms come first, so that correct text stays unchanged. */
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
