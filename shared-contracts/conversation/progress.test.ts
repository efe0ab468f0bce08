import { expect, it } from '@rstest/core';
import type { ConversationFailure, Turn } from './conversation.ts';
import { describeFailedMessage, isAnswerDue, pickProblem, pickProgress } from './progress.ts';

const arriving: Turn[] = [{ id: 1, sources: [], state: 'arriving' }];

it.each([
  ['a message that waits for the connection counts as sent', 'connecting', arriving, ['thinking', true]],
  ['nothing is due before the first message', 'connecting', [], ['loading', false]],
  ['nothing is due after a complete answer', 'ready', [], ['idle', false]],
  ['nothing is due after a failed answer', 'failed', [], ['idle', false]],
  ['an answer is due while the guide thinks', 'thinking', arriving, ['thinking', true]],
  ['an answer is due while the answer arrives', 'speaking', arriving, ['answering', true]],
] as const)('%s', (_, phase, turns, expected) => {
  const picked = pickProgress({ phase, turn: 1, turns });
  expect([picked, isAnswerDue(picked)]).toEqual(expected);
});

const clientMessageId = '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11';
const question = 'Why so dark?';
const asked = { phase: 'ready', turn: 1, turns: [], failure: undefined, transport: 'text' } as const;
const turnOf = (turn: Partial<Turn>) => ({ turns: [{ id: 1, question, sources: [], state: 'broken', ...turn } satisfies Turn] });
const failed = (failure: ConversationFailure) => ({ phase: 'failed', failure }) as const;

const busy = failed({ category: 'refused', retryAfterSeconds: 12 });
const failedCall = { ...failed({ category: 'timeout' }), ...turnOf({}), transport: 'voice' } as const;

const sent = { sentence: 'failure.send', action: 'failure.retry' };
const kept = { ...sent, advice: 'failure.kept' };
const unanswered = { sentence: 'failure.unanswered', action: 'failure.retry' };
const cases: [string, Partial<Parameters<typeof pickProblem>[0]>, object | undefined][] = [
  ['a failure is described in the screen’s words, and the question stays', failed({ category: 'network', clientMessageId }), kept],
  ['half an answer stays', failed({ category: 'interrupted' }), { ...sent, advice: 'failure.cut' }],
  ['the question of a message that was refused stays', failed({ category: 'refused' }), kept],
  ['a problem says how long to wait if the gateway does', busy, { ...sent, advice: 'failure.wait', count: 12 }],
  ['a message without an answer is sent again', turnOf({ clientMessageId }), unanswered],
  ['a spoken question without an answer is asked again', turnOf({}), { ...unanswered, action: 'failure.askAgain', question }],
  ['a spoken question of a failed call is asked again', failedCall, { ...kept, action: 'failure.askAgain', question }],
  ['an answer that is arriving is not a problem', { phase: 'thinking', ...turnOf({ state: 'arriving' }) }, undefined],
  ['a complete answer is not a problem', turnOf({ state: 'complete' }), undefined],
  ['a visit before the first question has no problem', { turn: 0 }, undefined],
];

it.each(cases)('%s', (_, state, problem) => {
  const describeFailure = (failure: ConversationFailure) => describeFailedMessage('failure.send', failure);
  expect(pickProblem({ ...asked, ...state }, describeFailure)).toEqual(problem);
});
