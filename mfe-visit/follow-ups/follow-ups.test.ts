import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
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

const held = { ...answered, turns: [first, turnOf(2, { state: 'broken' })] };
const failed = { ...answered, turns: [first, turnOf(2, { question: 'And?', state: 'broken' })] };
it.each([
  ['get follow-up questions once the guide has stopped', answered, 'idle', first],
  ['get none while the guide answers', answered, 'answering', undefined],
  ['get none while the guide thinks about the next question', asking, 'thinking', undefined],
  ['get none before the first answer', nothingSaid, 'idle', undefined],
  ['get none while the visitor holds the talk key', { ...held, phase: 'listening' }, 'idle', undefined],
  ['get follow-up questions if the visitor held the talk key and said nothing', held, 'idle', first],
  ['get none if a further question has no answer', failed, 'idle', undefined],
  ['get none if the answer broke off', changed({ state: 'broken' }), 'idle', undefined],
  ['get none if the last line says too little', changed({ answer: `${answer} Shall we go on?` }), 'idle', undefined],
  ['get none if the turn has no answer', { ...answered, turns: [turnOf(1, { question: 'Why so dark?' })] }, 'idle', undefined],
] as const)('The words of the guide %s', (...[, state, progress, turn]) => {
  expect(turnToFollow(state, progress)).toBe(turn);
});

it('The request for follow-up questions holds the last 20 lines', () => {
  const turns = Array.from({ length: 25 }, (_, id) => turnOf(id, { answer: `line ${id}` }));
  expect(lastLines(turns)).toHaveLength(20);
  expect(lastLines(turns).at(-1)).toBe('line 24');
});

const generated = { language: 'en', questions: ['Who cleaned it?', 'When was that?', 'What is smalt?'] } as const;
const now = { state: answered, progress: 'idle', language: 'en', generated } as const;

it.each([
  ['the museum’s questions before the first answer', { state: nothingSaid, generated: undefined }, { kind: 'fixed', after: 0 }],
  ['nothing until generation has ended', { generated: undefined }, { kind: 'none', after: 1 }],
  ['the questions generated for the answer', {}, { kind: 'generated', after: 1 }],
  ['the museum’s questions if none were generated', { generated: { ...generated, questions: [] } }, { kind: 'fixed', after: 1 }],
  ['the museum’s questions after an answer that says too little', { state: changed({ answer: 'Yes.' }) }, { kind: 'fixed', after: 1 }],
  ['nothing while the guide speaks', { progress: 'answering' }, { kind: 'none', after: 1 }],
  ['the same questions while the guide thinks', { state: asking, progress: 'thinking' }, { kind: 'generated', after: 1 }],
  ['the same questions after an answer that failed', { state: failed }, { kind: 'generated', after: 1 }],
  ['nothing generated in another language', { language: 'de' }, { kind: 'none', after: 1 }],
] as const)('The screen suggests %s', (_, change, suggestions) => {
  expect(pickSuggestions({ ...now, ...change })).toEqual(suggestions);
});

it('The request names the last nine questions, the oldest first, none twice, and none too long to send', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `q${index}`);
  expect(rememberAsked(nine, ['q0', 'q9'])).toEqual(['q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q0', 'q9']);
  const anyQuestions = fc.array(fc.array(fc.string({ minLength: 1, maxLength: 210 }), { maxLength: 4 }), { maxLength: 8 });
  forAll(anyQuestions, (rounds) => {
    const asked = rounds.reduce<string[]>((before, questions) => rememberAsked(before, [...new Set(questions)]), []);
    expect(asked.length).toBeLessThanOrEqual(9);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.every((question) => question.length <= 200)).toBe(true);
  });
});
