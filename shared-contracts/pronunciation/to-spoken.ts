import { replaceTerms, textBefore } from './replace-terms.ts';
import type { Rule } from './rule.ts';
import { createRuleTrees, type PronunciationOptions } from './rule-trees.ts';
import { endsSentence } from './sentence-end.ts';
import { createTermTree, type TermTree } from './term-tree.ts';

const findTerms = createRuleTrees(plantWritten);

/**
 * The text as a voice should get it: every written term, in its case and as a whole word, becomes its
 * spoken form. The longest term wins; everything else stays as it is, character for character.
 */
export function toSpoken(text: string, options: PronunciationOptions): string {
  const findLongest = findTerms(options);
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
