import { type CarriedTurn, carriedLimits, carriedTurnSchema } from '@enfilade/shared-contracts/api/carried-visit';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { packTurns, unpackTurns } from './carry.tsx';

const sentence = fc.stringMatching(/^[A-Z][a-z]{1,12}( [a-z]{1,12}){0,6}[.?]$/);
const text = fc.array(sentence, { minLength: 1, maxLength: 5 }).map((sentences) => sentences.join(' '));
const source = fc.record(
  {
    title: sentence,
    document: sentence,
    paragraphs: fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
    isEasy: fc.constant(true as const),
  },
  { requiredKeys: ['title', 'document'] },
);
const turn = fc.record<CarriedTurn>(
  {
    id: fc.constant(0),
    question: sentence,
    answer: text,
    language: fc.constantFrom('en', 'de', 'fr'),
    sources: fc.array(source, { maxLength: 8 }),
    generated: fc.constantFrom({ kind: 'model', model: 'llama' } as const, { kind: 'quotation' } as const),
  },
  { requiredKeys: ['id', 'answer', 'sources'] },
);
const turns = fc.array(turn, { maxLength: 60 }).map((all) => all.map((one, index) => ({ ...one, id: index + 1 })));

itHolds('The newest turns arrive unchanged on another device', [turns], (said) => {
  const packed = packTurns(unpackTurns(said));
  expect(packed).toEqual(said.slice(-packed.length || said.length));
  expect(packed.length).toBe(Math.min(said.length, carriedLimits.turns));
  for (const one of packed) expect(carriedTurnSchema.safeParse(one).success).toBe(true);
});

it('A carried visit keeps Markdown, its opening and an unanswered question, which is broken on arrival', () => {
  const opening: CarriedTurn = { id: 0, opening: 'welcome', answer: 'Good evening.', sources: [] };
  const said: CarriedTurn = { id: 1, question: 'Who?', answer: '**Savelli**, in 1742.', isMarkdown: true, sources: [] };
  const open: CarriedTurn = { id: 2, question: 'Why?', sources: [] };
  const unpacked = unpackTurns([opening, said, open]);
  expect(unpacked.map(({ state }) => state)).toEqual(['complete', 'complete', 'broken']);
  expect(packTurns(unpacked)).toEqual([opening, said, open]);
});

it('A carried visit leaves out the ids of messages, and turns without words', () => {
  const said: Turn = { id: 1, answer: 'So.', sources: [], state: 'complete', clientMessageId: 'c', messageId: 'm' };
  expect(packTurns([said, { id: 2, sources: [], state: 'broken' }])).toEqual([{ id: 1, answer: 'So.', sources: [] }]);
});

it('A carried visit is cut to the limits of a link', () => {
  const turnOf = (id: number): Turn => ({ id, answer: 'x'.repeat(9000), sources: [], state: 'complete' });
  const packed = packTurns(Array.from({ length: 60 }, (_, id) => turnOf(id)));
  expect(JSON.stringify(packed).length).toBeLessThanOrEqual(carriedLimits.characters);
  expect(packed.at(-1)).toEqual({ id: 59, answer: 'x'.repeat(carriedLimits.answer), sources: [] });
});
