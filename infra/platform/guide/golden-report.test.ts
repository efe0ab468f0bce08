import { expect, it } from '@rstest/core';
import {
  compareGolden,
  describeGolden,
  describeMiss,
  describeTalk,
  describeTurn,
  type GoldenResult,
  type GoldenVerdict,
  recordGolden,
  type TalkResult,
} from './golden-questions.ts';

const result = (question: string, verdict: GoldenVerdict, more: Partial<GoldenResult> = {}): GoldenResult => ({
  question: { question, language: 'en', after: [], documents: ['gate'], facts: ['1703'], unknown: false },
  ...{ kind: 'known', verdict, answer: 'It is old.', sources: [], missing: [], isOffered: false, ...more },
});
const stamp = { at: '2026-11-23T10:00:00.000Z', guide: 'embedded' };

it('A check lists questions that became better or worse, and no new questions', () => {
  const before = recordGolden([result('When?', 'right'), result('Who?', 'refused'), result('Gone?', 'right')], stamp);
  const now = [result('When?', 'fact missing'), result('Who?', 'right'), result('New?', 'refused')];
  const { better, worse } = compareGolden(now, before);
  expect([better, worse].map((list) => list.map(({ question }) => question.question))).toEqual([['Who?'], ['When?']]);
});

it('A check compares a question only with the same question after the same earlier questions', () => {
  const after = { question: { ...result('Why?', 'right').question, after: ['Who?'] } };
  const before = recordGolden([result('Why?', 'right')], stamp);
  expect(compareGolden([result('Why?', 'refused', after)], before).worse).toEqual([]);
});

it('A check prints a table by language and kind, and the share of wrong passages', () => {
  const lines = describeGolden([result('When?', 'right'), result('Who?', 'wrong passage')]);
  expect(lines.find((line) => /^en +known/.test(line))).toMatch(/2 +1 +50 % +1$/);
  expect(lines.find((line) => /^de +unknown/.test(line))).toMatch(/0 +0 +– +0$/);
  expect(lines.at(-1)).toBe('Wrong passage: 50 % of all questions.');
});

it('A check counts needless refusals, and those that offer the right question', () => {
  const refused = [result('When?', 'refused', { isOffered: true }), result('Who?', 'refused')];
  const lines = describeGolden([...refused, result('Open on Sunday?', 'right', { kind: 'unknown' })]);
  expect(lines.at(-2)).toBe('2 refused without need, 1 of them with the offer of a question that leads to the right document.');
});

it('A check prints what a wrong answer lacks and its sources', () => {
  const miss = describeMiss(result('When?', 'fact missing', { missing: ['1703'], sources: ['gate'] }));
  expect(miss).toBe('en  When?\n    fact missing, lacks “1703”, from gate\n    It is old.');
});

it('A check counts the right turns of a conversation, in all and by visitor', () => {
  const said = { language: 'en' as const, says: 'Hi', documents: [], facts: [], unknown: false };
  const turn = (visitor: string, isRight: boolean): TalkResult => ({ turn: { ...said, visitor }, answer: 'Hello.', isRight });
  const turns = [turn('rude', true), turn('small', false)];
  expect(describeTalk([...turns, turn('rude', true)])).toBe('Conversation: 2 of 3 turns right (rude 2 of 2, small 0 of 1).');
  expect(turns.map(describeTurn)).toEqual(['  en  rude: Hi\n    Hello.', '✗ en  small: Hi\n    Hello.']);
});
