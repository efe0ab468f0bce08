import { languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/profile-texts';
import { describe, expect, it } from '@rstest/core';
import type { KnowledgeDocument } from '../content/content.ts';
import { pickQuestions } from '../services/own-words.ts';
import { demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import { type GuideQuestion, newGuideState } from './guide-state.ts';
import { isQuestion } from './words/sentences.ts';

const familiar = {
  en: /\b(feel|favou?rite)\b/i,
  de: /(?<!\p{L})(du|dich|dir|deine?|euch)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|ton|te|tes)(?!\p{L})/iu,
};

describe.each(demoMuseums)('the guide of $content.folder', ({ content, guide }) => {
  const ask = (question: Omit<GuideQuestion, 'visitMode'> & Partial<GuideQuestion>) =>
    guide.reply(newGuideState, { visitMode: 'exploration', ...question });

  it('The guide of a demo museum answers its quick questions in every place, and an exhibition’s from that exhibition’s texts', () => {
    const asked = content.exhibitions.flatMap(({ _id: exhibitionId }) =>
      languages.flatMap((language) =>
        pickQuickQuestions(content.profile, exhibitionId, language).open.flatMap((text) =>
          (['guided', 'exploration'] as const).map((visitMode) => ({ exhibitionId, language, text, visitMode })),
        ),
      ),
    );
    for (const question of asked) {
      const { sources } = ask(question);
      expect(sources, `${question.language} ${question.text}`).not.toEqual([]);
      if (!content.profile.exhibitions[question.exhibitionId]?.quickQuestions) continue;
      const answering = content.knowledge.find(({ id }) => id === sources[0]?.document);
      expect(answering?.exhibitionId, `${question.language} ${question.text}`).toBe(question.exhibitionId);
    }
  });

  it('The guide of a demo museum answers every question of its documents from the paragraph that begins with the question', () => {
    for (const { id, language, paragraphs } of content.knowledge) {
      for (const [paragraph, text] of paragraphs.entries()) {
        const lead = splitSentences(text)[0] ?? '';
        if (!isQuestion(lead)) continue;
        expect(ask({ text: lead, language }).state.covered, lead).toEqual([{ document: id, paragraphs: [paragraph] }]);
      }
    }
  });

  const paragraphs = content.knowledge.flatMap((document) => document.paragraphs);
  it.each(languages)('The guide of a demo museum can answer the first three questions that it suggests in %s', (language) => {
    for (const [at, document] of content.knowledge.filter((one) => one.language === language).entries()) {
      const [first = [], ...later] = suggest(document, at < 3 ? 4 : 1);
      for (const text of first) expect(ask({ text, language }).sources, text).not.toEqual([]);
      expect([first[0], paragraphs.some((paragraph) => paragraph.includes(first[0] ?? '?'))]).toEqual([first[0], true]);
      for (const text of [first, ...later].flat()) expect(text).not.toMatch(familiar[language]);
    }
  });

  /** Rounds of three questions, each different from the nine before. */
  function suggest({ language, paragraphs: [talk = ''] }: KnowledgeDocument, rounds: number): string[][] {
    const related = guide.related(talk, language);
    return Array.from({ length: rounds }).reduce<string[][]>((before) => {
      const asked = before.flat().slice(-9);
      const questions = pickQuestions(related, { language, talk, asked });
      expect([questions.length, new Set([...questions, ...asked]).size]).toEqual([3, 3 + asked.length]);
      return [...before, questions];
    }, []);
  }
});

it('A question that also names its place is answered by the paragraph that begins with the question', () => {
  const asked = { text: 'Why is the ceiling of the painting salon so dark?', language: 'en', visitMode: 'exploration' } as const;
  expect(demoMuseum('belmonte').guide.reply(newGuideState, asked).text).toMatch(/^Two hundred winters of candle smoke/);
});
