import type { Pronunciation } from '../../museum/museum.ts';
import type { Rule } from './rules.ts';

type FindLongest<T> = (...where: Parameters<TermTree<T>['findLongest']>) => Match<T> | undefined;

/** The exhibition's own list wins over the language's rules. A list is read once: make a new list instead of changing one. */
export function lookUpTerms<T>(
  rules: () => readonly Rule[],
  plant: (rules: readonly Rule[]) => TermTree<T>,
): (own: readonly Pronunciation[]) => FindLongest<T> {
  let builtIn: TermTree<T> | undefined;
  const ownTrees = new WeakMap<readonly Pronunciation[], TermTree<T>>();
  return (pronunciations) => {
    builtIn ??= plant(rules());
    const all = builtIn;
    const own = ownTrees.get(pronunciations) ?? plant(pronunciations.map(({ key, value }) => ({ written: key, spoken: value })));
    ownTrees.set(pronunciations, own);
    return (...where) => pickLonger(own.findLongest(...where), all.findLongest(...where));
  };
}

/** Prefers the exhibition's own match among matches of equal length. */
function pickLonger<T>(own: Match<T> | undefined, builtIn: Match<T> | undefined): Match<T> | undefined {
  if (own === undefined || builtIn === undefined) return own ?? builtIn;
  return builtIn.end > own.end ? builtIn : own;
}

/** Around `|`: inside a word, a number (3.1742, 1,742, 14:17) or a surrogate pair. `\b` finds an edge before every umlaut. */
const inside = /[\p{L}\p{N}\p{M}_]\|[\p{L}\p{N}\p{M}_]|\d\|[.,:]\d|\d[.,:]\|\d|[\ud800-\udbff]\|[\udc00-\udfff]/u;

/** `index` counts UTF-16 units. */
function isEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  return !inside.test(`${text.slice(Math.max(0, index - 2), index)}|${text.slice(index, index + 2)}`);
}

export function textBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - lookBackLength), start);
}

const lookBackLength = 64;

/** Replacements are not searched again. */
export function replaceTerms(text: string, findAt: (start: number) => { by: string; end: number } | undefined): string {
  let result = '';
  let kept = 0;
  for (let start = 0; start < text.length; ) {
    const found = isEdge(text, start) ? findAt(start) : undefined;
    if (found) {
      result += text.slice(kept, start) + found.by;
      kept = found.end;
    }
    start = found ? found.end : start + 1;
  }
  return result + text.slice(kept);
}

interface TermNode<T> {
  next?: Map<number, TermNode<T>>;
  entries?: T[];
}

export type TermTree<T> = ReturnType<typeof createTermTree<T>>;

interface Match<T> {
  entry: T;
  end: number;
}

/**
 * A search takes time by the term's length and not by the number of terms. No regular expression is made from a term.
 * @param fold maps UTF-16 units of the same letter to one unit
 */
export function createTermTree<T>(fold: (unit: number) => number = (unit) => unit) {
  const root: TermNode<T> = {};
  return {
    add(term: string, entry: T): void {
      if (term === '') return;
      let node = root;
      for (let index = 0; index < term.length; index++) node = childOf(node, fold(term.charCodeAt(index)));
      node.entries ??= [];
      node.entries.push(entry);
    },
    /** Finds the longest term that ends at a word's edge and has an entry that `pick` takes. */
    findLongest(text: string, start: number, pick: (entries: readonly T[], end: number) => T | undefined): Match<T> | undefined {
      let longest: Match<T> | undefined;
      let node: TermNode<T> | undefined = root;
      for (let end = start; end < text.length; ) {
        node = node.next?.get(fold(text.charCodeAt(end)));
        if (node === undefined) break;
        end += 1;
        const entry = node.entries && isEdge(text, end) ? pick(node.entries, end) : undefined;
        if (entry !== undefined) longest = { entry, end };
      }
      return longest;
    },
  };
}

function childOf<T>(node: TermNode<T>, unit: number): TermNode<T> {
  node.next ??= new Map();
  const known = node.next.get(unit);
  if (known) return known;
  const child: TermNode<T> = {};
  node.next.set(unit, child);
  return child;
}

/** A letter whose lower case has two units ("İ") stays, so that lengths match. */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}
