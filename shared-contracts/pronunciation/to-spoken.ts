import type { Language } from '../i18n/language.ts';
import { builtInRules, type PronunciationOptions } from './built-in-rules.ts';
import type { Rule } from './rule.ts';
import { endsSentence } from './sentence-end.ts';
import { lookUpTerms } from './terms/own-and-built-in.ts';
import { replaceTerms, textBefore } from './terms/replace-terms.ts';
import { createTermTree, type TermTree } from './terms/term-tree.ts';

const termsOf = (language: Language) => lookUpTerms(() => builtInRules(language), plantWritten);
const findTerms: Record<Language, ReturnType<typeof termsOf>> = { en: termsOf('en'), de: termsOf('de'), fr: termsOf('fr') };

/**
 * The text as a voice should get it: every written term, in its case and as a whole word, becomes its
 * spoken form. The longest term wins; everything else stays as it is, character for character.
 */
export function toSpoken(text: string, options: PronunciationOptions): string {
  const findLongest = findTerms[options.language](options.pronunciations);
  return replaceTerms(text, (start) => {
    const match = findLongest(text, start, (rules) => rules.find(({ fits }) => fits === undefined || fits(textBefore(text, start))));
    if (!match) return undefined;
    const { entry, end } = match;
    return { by: entry.sharesStop && endsSentence(text, end, options.language) ? `${entry.spoken}.` : entry.spoken, end };
  });
}

function plantWritten(rules: readonly Rule[]): TermTree<Rule> {
  const tree = createTermTree<Rule>();
  for (const rule of rules) tree.add(rule.written, rule);
  return tree;
}
