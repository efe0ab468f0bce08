import type { Pronunciation } from '../../museum/museum.ts';
import type { Rule } from '../rule.ts';
import type { Match, TermTree } from './term-tree.ts';

export type FindLongest<T> = (...where: Parameters<TermTree<T>['findLongest']>) => Match<T> | undefined;

/**
 * Looks terms up in an exhibition's own list, which wins, and in a language's rules; each is planted when first
 * needed. A list is read once: never change one, make another.
 */
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

/** The exhibition's own match where both are as long. */
function pickLonger<T>(own: Match<T> | undefined, builtIn: Match<T> | undefined): Match<T> | undefined {
  if (own === undefined || builtIn === undefined) return own ?? builtIn;
  return builtIn.end > own.end ? builtIn : own;
}
