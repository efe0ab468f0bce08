import type { Pronunciation } from '../../museum/museum.ts';
import type { Rule } from './rules.ts';
import { createReplacer, textBefore } from './terms.ts';

export type Writer = (text: string, pronunciations: readonly Pronunciation[]) => string;

/** Written forms are terms without a rule, so that they stay unchanged. */
interface Reading {
  heard: string;
  rule?: Rule;
}

/** A letter whose lower case has two units ("İ") stays. */
const foldUnit = (unit: string) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit);

/** A page needs the rules of its own language only. */
export function createWriter(rules: () => readonly Rule[]): Writer {
  return createReplacer<Reading>({
    rules: () => rules().filter(({ isOneWay }) => !isOneWay),
    /** Written forms come first, so that correct text stays unchanged. */
    entriesOf: (all) => [
      ...all.map(({ written }) => [written, { heard: written }] as const),
      ...all.map((rule) => [rule.spoken, { heard: rule.spoken, rule }] as const),
    ],
    fold: (text) => text.replace(/[\s\S]/g, foldUnit),
    replace(readings, text, start, end) {
      const by = text.slice(start, end);
      // Prefers the reading in the same case.
      const reading = readings.find(({ heard }) => heard === by) ?? readings.find((each) => each.rule);
      if (!reading?.rule) return reading && { by, end };
      const { written, sharesStop, fitsHeard } = reading.rule;
      if (fitsHeard?.(textBefore(text, start)) === false) return undefined;
      return { by: written, end: sharesStop && text[end] === '.' ? end + 1 : end };
    },
  });
}
