import type { Language } from '../i18n/language.ts';
import type { Pronunciation } from '../museum/museum.ts';
import { builtInRules } from './built-in-rules.ts';
import type { Rule } from './rule.ts';
import type { Match, TermTree } from './term-tree.ts';

export interface PronunciationOptions {
  language: Language;
  /** The exhibition's own list; it wins over the built-in rules. Read once a list: never change one, make another. */
  pronunciations: readonly Pronunciation[];
}

export type FindLongest<T> = (...where: Parameters<TermTree<T>['findLongest']>) => Match<T> | undefined;

/** Looks terms up in the exhibition's list and the built-in rules; each is planted when first needed. */
export function createRuleTrees<T>(plant: (rules: readonly Rule[]) => TermTree<T>): (options: PronunciationOptions) => FindLongest<T> {
  const builtInTrees = new Map<Language, TermTree<T>>();
  const ownTrees = new WeakMap<readonly Pronunciation[], TermTree<T>>();
  return ({ language, pronunciations }) => {
    const builtIn = builtInTrees.get(language) ?? plant(builtInRules(language));
    const own = ownTrees.get(pronunciations) ?? plant(pronunciations.map(({ key, value }) => ({ written: key, spoken: value })));
    builtInTrees.set(language, builtIn);
    ownTrees.set(pronunciations, own);
    return (...where) => pickLonger(own.findLongest(...where), builtIn.findLongest(...where));
  };
}

/** The exhibition's own match where both are as long. */
function pickLonger<T>(own: Match<T> | undefined, builtIn: Match<T> | undefined): Match<T> | undefined {
  if (own === undefined || builtIn === undefined) return own ?? builtIn;
  return builtIn.end > own.end ? builtIn : own;
}
