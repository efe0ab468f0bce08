import { isEdge } from './word-edge.ts';

interface TermNode<T> {
  next?: Map<number, TermNode<T>>;
  entries?: T[];
}

/**
 * Terms by their characters, so that looking one up costs its own length and not the number of terms; no
 * pattern is ever made of a term.
 */
export interface TermTree<T> {
  add(term: string, entry: T): void;
  /** The longest term that begins at `start`, ends at a word's edge and has an entry that `pick` takes. */
  findLongest(text: string, start: number, pick: (entries: readonly T[], end: number) => T | undefined): Match<T> | undefined;
}

export interface Match<T> {
  entry: T;
  end: number;
}

/** @param fold makes one UTF-16 unit of another where both count as the same letter */
export function createTermTree<T>(fold: (unit: number) => number = (unit) => unit): TermTree<T> {
  const root: TermNode<T> = {};
  return {
    add(term, entry) {
      if (term === '') return;
      let node = root;
      for (let index = 0; index < term.length; index++) node = childOf(node, fold(term.charCodeAt(index)));
      node.entries ??= [];
      node.entries.push(entry);
    },
    findLongest(text, start, pick) {
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

/** One unit in lower case; where that would be two units ("İ") the letter stays, so that lengths hold. */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}
