import { languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { harbour, harbourContent, mill, millContent } from '../testing/sample-content.ts';
import { createGuide } from './guide.ts';
import { type GuideQuestion, type GuideState, newGuideState } from './guide-state.ts';

const millGuide = createGuide(millContent);
const museums = [millContent, harbourContent].map((content) => ({ content, guide: createGuide(content) }));
const ownWords = [...new Set(millContent.knowledge.flatMap(({ paragraphs }) => wordsOf(paragraphs.join(' '))))];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  anyText({ maxLength: 300 }),
  fc
    .array(fc.constantFrom(...ownWords, 'why', 'it', 'room', '__proto__', 'constructor', 'toString'), { maxLength: 30 })
    .map((words) => words.join(' ')),
);
const state: fc.Arbitrary<GuideState> = fc.record({
  covered: fc.array(
    fc.record({
      document: fc.constantFrom('wheel', 'yard', 'lighthouse', 'nothing', '__proto__'),
      paragraphs: fc.array(fc.integer({ min: -1, max: 9 })),
    }),
    { maxLength: 4 },
  ),
});
const question: fc.Arbitrary<GuideQuestion> = fc.record({
  text,
  language: fc.constantFrom(...languages),
  visitMode: fc.constantFrom('guided' as const, 'exploration' as const),
  exhibitionId: fc.constantFrom(undefined, mill.wheelId, harbour.lighthouseId, 'nothing'),
  time: fc.constantFrom(undefined, '5', 'time.30', ''),
  visitorType: fc.constantFrom(undefined, 'kids', 'alone'),
  style: fc.constantFrom(undefined, 'interactive', 'contemplative'),
});

it('The guide’s reply is a pure function of state and question, and names only documents and rooms of its museum', () => {
  forAll(fc.constantFrom(...museums), state, question, ({ content, guide }, before, asked) => {
    const copy = structuredClone(before);
    const answer = guide.reply(before, asked);
    expect(guide.reply(copy, asked)).toEqual(answer);
    expect(before).toEqual(copy);
    expect(answer.text.trim()).not.toBe('');
    for (const { title, document } of answer.sources) {
      // Searches all languages, because question and visit may differ in language.
      const source = content.knowledge.find((one) => one.id === document && one.title === title);
      const quoted = splitSentences(answer.text);
      expect(source?.paragraphs.some((paragraph) => quoted.some((sentence) => paragraph.includes(sentence)))).toBe(true);
    }
    const { rooms } = content.profile;
    if (answer.room) expect([answer.room.count, answer.room.index < rooms.length, asked.visitMode]).toEqual([rooms.length, true, 'guided']);
  });
});

itHolds('Asking for more ends after each paragraph was quoted once', [question, fc.nat(20)], (asked, times) => {
  let { state: current, sources } = millGuide.reply(newGuideState, asked);
  const heard = new Set<string>();
  for (let turn = 0; turn < times && sources.length > 0; turn += 1) {
    const next = millGuide.reply(current, { ...asked, text: 'Pourquoi warum why' });
    if (next.sources.length > 0) expect(heard.has(next.text)).toBe(false);
    heard.add(next.text);
    ({ state: current, sources } = next);
  }
});
