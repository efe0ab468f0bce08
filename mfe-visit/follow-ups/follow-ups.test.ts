import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isWorthFollowing, lastLines, pickSuggestions, rememberAsked, turnToFollow } from './suggested-questions.tsx';

const answer = 'Two hundred winters of candle smoke lie on it.';
const turnOf = (id: number, turn: Partial<Turn>): Turn => ({ id, sources: [], state: 'complete', ...turn });
const nothingSaid = { phase: 'ready', turns: [] } as const;
const first = turnOf(1, { question: 'Why so dark?', answer });
const answered = { phase: 'ready', turns: [first] } as const;
const asking = { phase: 'ready', turns: [first, turnOf(2, { question: 'And?', state: 'arriving' })] } as const;
const changed = (turn: Partial<Turn>) => ({ ...answered, turns: [{ ...first, ...turn }] });

it.each([
  ...['One moment, I am looking it up.', 'Let me think about that.', 'Okay, I will look for that.', 'Understood, the next room then.'],
  ...['Einen Moment, ich sehe nach.', 'Verstanden, wir gehen weiter.', 'Un instant, je cherche cela.'],
  'D’accord, nous continuons ici.',
])('A short filler is not worth following: %s', (filler) => {
  expect(isWorthFollowing(filler)).toBe(false);
});

it('A line is worth following from 20 characters on, and a line with the phrase of a filler from 50 on', () => {
  const filler = 'Okay, I will look for that.';
  const lines = ['a'.repeat(19), 'a'.repeat(20), `${' '.repeat(9)}${'a'.repeat(12)}`, filler.padEnd(49, '.'), filler.padEnd(50, '.')];
  expect(lines.map(isWorthFollowing)).toEqual([false, true, false, false, true]);
});

it('Only an answer of a guide who has stopped gets follow-up questions', () => {
  expect(turnToFollow(answered, 'idle')).toBe(first);
  expect(turnToFollow(answered, 'answering')).toBeUndefined();
  expect(turnToFollow(asking, 'thinking')).toBeUndefined();
  expect(turnToFollow(nothingSaid, 'idle')).toBeUndefined();
});

it('An answer interrupted by the talk key gets follow-up questions once it is clear that the visitor said nothing', () => {
  const held = { ...answered, turns: [first, turnOf(2, { state: 'broken' })] };
  expect(turnToFollow({ ...held, phase: 'listening' }, 'idle')).toBeUndefined();
  expect(turnToFollow(held, 'idle')).toBe(first);
  expect(turnToFollow({ ...answered, turns: [first, turnOf(2, { question: 'And?', state: 'broken' })] }, 'idle')).toBeUndefined();
});

it('An answer that broke off or says too little gets no follow-up questions', () => {
  const { answer: _, ...unanswered } = first;
  const all = [changed({ state: 'broken' }), changed({ answer: `${answer} Shall we go on?` }), { ...answered, turns: [unanswered] }];
  expect(all.map((state) => turnToFollow(state, 'idle'))).toEqual([undefined, undefined, undefined]);
});

it('The request for follow-up questions holds the last 20 lines', () => {
  const turns = Array.from({ length: 25 }, (_, id) => turnOf(id, { answer: `line ${id}` }));
  expect(lastLines(turns)).toHaveLength(20);
  expect(lastLines(turns).at(-1)).toBe('line 24');
});

const generated = { turn: 1, language: 'en', questions: ['Who cleaned it?', 'When was that?', 'What is smalt?'] } as const;
const now = { state: answered, progress: 'idle', language: 'en', generated } as const;

const failed = { ...answered, turns: [first, turnOf(2, { question: 'And?', state: 'broken' })] };
it.each([
  ['the museum’s questions before the first answer', { state: nothingSaid, generated: undefined }, { kind: 'fixed', after: 0 }],
  ['nothing until generation has ended', { generated: undefined }, { kind: 'none', after: 1 }],
  ['the questions generated for the answer', {}, { kind: 'generated', after: 1 }],
  ['the museum’s questions if none were generated', { generated: { ...generated, questions: [] } }, { kind: 'fixed', after: 1 }],
  ['the museum’s questions after an answer that says too little', { state: changed({ answer: 'Yes.' }) }, { kind: 'fixed', after: 1 }],
  ['nothing while the guide speaks', { progress: 'answering' }, { kind: 'none', after: 1 }],
  ['the same questions while the guide thinks', { state: asking, progress: 'thinking' }, { kind: 'generated', after: 1 }],
  ['the same questions after an answer that failed', { state: failed }, { kind: 'generated', after: 1 }],
  ['nothing generated for another turn', { generated: { ...generated, turn: 0 } }, { kind: 'none', after: 1 }],
  ['nothing generated in another language', { language: 'de' }, { kind: 'none', after: 1 }],
] as const)('The screen suggests %s', (_, change, suggestions) => {
  expect(pickSuggestions({ ...now, ...change })).toEqual(suggestions);
});

it('The request names the last nine questions, no question twice, and none too long to send', () => {
  const anyQuestions = fc.array(fc.array(fc.string({ minLength: 1, maxLength: 210 }), { maxLength: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(anyQuestions, (rounds) => {
      const asked = rounds.reduce<string[]>((before, questions) => rememberAsked(before, [...new Set(questions)]), []);
      expect(asked.length).toBeLessThanOrEqual(9);
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.every((question) => question.length <= 200)).toBe(true);
    }),
  );
});

it('A repeated question counts as new, and the oldest questions are dropped first', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `q${index}`);
  expect(rememberAsked(nine, ['q0', 'q9'])).toEqual(['q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q0', 'q9']);
});
