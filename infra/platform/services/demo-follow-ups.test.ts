import { languages } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { loadContent } from '../content/load-content.ts';
import { demoContent } from '../content/testing/content-copy.ts';
import { createGuide } from '../guide/guide.ts';
import { pickQuestions } from './completions.ts';

const { museums } = await loadContent(demoContent);
const guides = museums.map((content) => ({ content, guide: createGuide(content) }));
const familiar = {
  en: /\b(feel|favou?rite)\b/i,
  de: /(?<!\p{L})(du|dich|dir|deine?|euch)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|ton|te|tes)(?!\p{L})/iu,
};

describe.each(languages)('the questions a visitor could ask next, in %s', (language) => {
  it('are three in every museum, round after round: short, without dashes, formal, and none of the last nine', () => {
    fc.assert(
      fc.property(fc.constantFrom(...guides), fc.nat(), fc.integer({ min: 1, max: 6 }), ({ content, guide }, at, rounds) => {
        const documents = content.knowledge.filter((document) => document.language === language);
        const talk = documents[at % documents.length]?.paragraphs[0] ?? '';
        let asked: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const questions = pickQuestions(guide.related(talk, language), { language, talk, asked });
          expect([questions.length, new Set([...questions, ...asked]).size]).toEqual([3, 3 + asked.length]);
          for (const question of questions) {
            expect(question.replace(/ ([?!»])/g, '$1').split(/\s+/).length).toBeLessThanOrEqual(10);
            expect(question).not.toMatch(/[-–—_]/);
            expect(question).not.toMatch(familiar[language]);
          }
          asked = [...asked, ...questions].slice(-9);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('begin with what the document at hand answers, where it asks', () => {
    for (const { content, guide } of guides) {
      for (const document of content.knowledge.filter((document) => document.language === language)) {
        const talk = `${document.title} ${document.paragraphs[0]}`;
        const [first = ''] = pickQuestions(guide.related(talk, language), { language, talk, asked: [] });
        const isGrounded = content.knowledge.some(({ paragraphs }) => paragraphs.some((paragraph) => paragraph.includes(first)));
        expect(isGrounded, `${content.folder} ${document.id}: ${first}`).toBe(true);
      }
    }
  });
});
