import { languageSchema, languages } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import belmonteQuestions from '../testing/belmonte-questions.json';
import { createGuide } from './guide.ts';
import { newGuideState } from './guide-state.ts';

/** Document that must come first → questions as visitors type them. */
const byDocument = z.record(z.string(), z.array(z.string()));
const table = z.record(languageSchema, z.object({ meaning: byDocument, fact: byDocument })).parse(belmonteQuestions);

const { museums } = await loadContent(demoContent);
const content = museums.find(({ folder }) => folder === 'belmonte');
if (!content) throw new Error('no demo museum belmonte');
const guide = createGuide(content);

const rowsOf = (documents: z.infer<typeof byDocument>) =>
  Object.entries(documents).flatMap(([document, texts]) => texts.map((text) => ({ document, text })));

const results = languages.map((language) => {
  const meaning = rowsOf(table[language].meaning);
  const rows = [...meaning, ...rowsOf(table[language].fact)].map(({ document, text }) => {
    const { sources } = guide.reply(newGuideState, { text, language, visitMode: 'exploration' });
    return { document, text, first: sources[0]?.document ?? 'none' };
  });
  const missed = rows.filter(({ document, first }) => first !== document);
  const share = (rows.length - missed.length) / rows.length;
  return { language, meaning, rows, missed, share, percent: (100 * share).toFixed(1) };
});

describe('the questions visitors of Belmonte write', () => {
  it.each(results)(
    'in $language are sixty different ones, more than half for meaning, about every document',
    ({ language, meaning, rows }) => {
      expect(new Set(rows.map(({ text }) => text)).size).toBe(60);
      expect(rows).toHaveLength(60);
      expect(meaning.length).toBeGreaterThan(30);
      const ids = content.knowledge.filter((document) => document.language === language).map(({ id }) => id);
      expect(new Set(rows.map(({ document }) => document))).toEqual(new Set(ids));
    },
  );

  it.each(results)('in $language find the right document first for at least 85 % ($percent %)', ({ share, missed }) => {
    expect(share, JSON.stringify(missed, undefined, 1)).toBeGreaterThanOrEqual(0.85);
  });
});
