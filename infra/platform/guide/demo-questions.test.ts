import { languageSchema, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/quick-questions';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import { pickQuestions } from '../services/completions.ts';
import demoQuestions from '../testing/demo-questions.json';
import { createGuide } from './guide.ts';
import { type GuideQuestion, newGuideState } from './guide-state.ts';
import { isQuestion } from './words/sentences.ts';

const byMuseum = <T extends z.core.$ZodType>(schema: T) => z.record(z.string(), z.partialRecord(languageSchema, schema));
/** Folder → language → document that must answer → questions; and folder → language → what no museum can answer. */
const questions = z
  .object({ known: byMuseum(z.record(z.string(), z.array(z.string()))), foreign: byMuseum(z.array(z.string())) })
  .parse(demoQuestions);

const { museums } = await loadContent(demoContent);
const guides = new Map(museums.map((content) => [content.folder, { content, guide: createGuide(content) }]));

function guideOf(folder: string) {
  const found = guides.get(folder);
  if (!found) throw new Error(`no demo museum ${folder}`);
  return found;
}

const ask = (folder: string, question: Partial<GuideQuestion> & Pick<GuideQuestion, 'text' | 'language'>) =>
  guideOf(folder).guide.reply(newGuideState, { visitMode: 'exploration', ...question });

const known = Object.entries(questions.known).flatMap(([folder, byLanguage]) =>
  languages.flatMap((language) =>
    Object.entries(byLanguage[language] ?? {}).flatMap(([document, texts]) => texts.map((text) => ({ folder, language, document, text }))),
  ),
);
const foreign = Object.entries(questions.foreign).flatMap(([folder, byLanguage]) =>
  languages.flatMap((language) => (byLanguage[language] ?? []).map((text) => ({ folder, language, text }))),
);

describe('the threshold between knowing and not knowing', () => {
  it('is tried with at least twelve questions and ten foreign ones a language', () => {
    for (const language of languages) {
      expect(known.filter((row) => row.language === language).length).toBeGreaterThanOrEqual(12);
      expect(foreign.filter((row) => row.language === language).length).toBeGreaterThanOrEqual(10);
    }
  });

  it.each(languages)('in %s lets six in seven of the known questions be answered from their document', (language) => {
    const rows = known.filter((row) => row.language === language);
    const missed = rows.filter(
      ({ folder, document, text }) => !ask(folder, { text, language }).sources.some((source) => source.document === document),
    );
    expect(1 - missed.length / rows.length, JSON.stringify(missed, undefined, 1)).toBeGreaterThanOrEqual(0.857);
  });

  it.each(languages)('in %s lets nineteen in twenty of the others be refused', (language) => {
    const rows = foreign.filter((row) => row.language === language);
    const answered = rows.filter(({ folder, text }) => ask(folder, { text, language }).sources.length > 0);
    expect(1 - answered.length / rows.length, JSON.stringify(answered, undefined, 1)).toBeGreaterThanOrEqual(0.95);
  });
});

describe.each(museums)('$folder', (content) => {
  it('answers its own quick questions wherever they are asked, and an exhibition’s from that exhibition', () => {
    const asked = content.exhibitions.flatMap(({ _id: exhibitionId }) =>
      languages.flatMap((language) =>
        pickQuickQuestions(content.profile, exhibitionId, language).open.flatMap((text) =>
          (['guided', 'exploration'] as const).map((visitMode) => ({ exhibitionId, language, text, visitMode })),
        ),
      ),
    );
    for (const question of asked) {
      const { sources } = ask(content.folder, question);
      expect(sources, `${question.language} ${question.text}`).not.toEqual([]);
      if (!content.profile.exhibitions[question.exhibitionId]?.quickQuestions) continue;
      const answering = content.knowledge.find(({ id }) => id === sources[0]?.document);
      expect(answering?.exhibitionId, `${question.language} ${question.text}`).toBe(question.exhibitionId);
    }
  });

  it('answers every question its documents ask, from the paragraph that asks it', () => {
    for (const { id, language, paragraphs } of content.knowledge) {
      for (const [paragraph, text] of paragraphs.entries()) {
        const lead = splitSentences(text)[0] ?? '';
        if (!isQuestion(lead)) continue;
        expect(ask(content.folder, { text: lead, language }).state.covered, lead).toEqual([{ document: id, paragraphs: [paragraph] }]);
      }
    }
  });

  it('can answer the follow-up questions it suggests', () => {
    for (const language of languages) {
      const { guide } = guideOf(content.folder);
      for (const document of content.knowledge.filter((one) => one.language === language)) {
        const talk = document.paragraphs[0] ?? '';
        const suggested = pickQuestions(guide.related(talk, language), { language, talk, asked: [] });
        for (const text of suggested) expect(ask(content.folder, { text, language }).sources, text).not.toEqual([]);
      }
    }
  });
});
