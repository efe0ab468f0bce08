import type { Pronunciation } from '../../museum/museum.ts';
import { type Rule, range } from './rules.ts';

/** Around `|`: inside a word, a number (3.1742, 1,742, 14:17) or a surrogate pair. `\b` finds an edge before every umlaut. */
const inside = /[\p{L}\p{N}\p{M}_]\|[\p{L}\p{N}\p{M}_]|\d\|[.,:]\d|\d[.,:]\|\d|[\ud800-\udbff]\|[\udc00-\udfff]/u;

/** `index` counts UTF-16 units. */
function isEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  return !inside.test(`${text.slice(Math.max(0, index - 2), index)}|${text.slice(index, index + 2)}`);
}

const lookBackLength = 64;

export const textBefore = (text: string, start: number): string => text.slice(Math.max(0, start - lookBackLength), start);

interface Direction<Entry> {
  rules(): readonly Rule[];
  entriesOf(rules: readonly Rule[]): (readonly [term: string, entry: Entry])[];
  /** Keeps the text's length. */
  fold(text: string): string;
  /** The term is at `start` and before `end`. Undefined if no entry fits. */
  replace(entries: readonly Entry[], text: string, start: number, end: number): { by: string; end: number } | undefined;
}

/**
 * Replaces the longest terms between words' edges, and never searches a replacement. The exhibition's own list wins over the language's
 * rules. A list is read once: make a new list instead of changing one. No regular expression is made from a term.
 */
export function createReplacer<Entry>({ rules, entriesOf, fold, replace }: Direction<Entry>) {
  const plant = (all: readonly Rule[]) => {
    const entries = new Map<string, Entry[]>();
    for (const [term, entry] of entriesOf(all)) entries.set(fold(term), [...(entries.get(fold(term)) ?? []), entry]);
    return { entries, longest: [...entries.keys()].reduce((longest, { length }) => Math.max(longest, length), 0) };
  };
  type Terms = ReturnType<typeof plant>;
  let builtIn: Terms | undefined;
  const ownTerms = new WeakMap<readonly Pronunciation[], Terms>();

  return (text: string, pronunciations: readonly Pronunciation[]): string => {
    builtIn ??= plant(rules());
    const own = ownTerms.get(pronunciations) ?? plant(pronunciations.map(({ key, value }) => ({ written: key, spoken: value })));
    ownTerms.set(pronunciations, own);
    const longest = Math.max(own.longest, builtIn.longest);
    const folded = fold(text);
    const edges = range(0, text.length).filter((index) => isEdge(text, index));
    const lists = [own, builtIn];
    const replaceAt = (start: number, end: number) => {
      const term = folded.slice(start, end);
      return lists.map(({ entries }) => replace(entries.get(term) ?? [], text, start, end)).find(Boolean);
    };
    let result = '';
    let kept = 0;
    for (const [at, start] of edges.entries()) {
      const ends = start < kept ? [] : edges.slice(at + 1, at + 1 + longest);
      const replacement = ends.map((end) => replaceAt(start, end)).findLast(Boolean);
      if (!replacement) continue;
      result += text.slice(kept, start) + replacement.by;
      kept = replacement.end;
    }
    return result + text.slice(kept);
  };
}

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
