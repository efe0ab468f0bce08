import { expect, it } from '@rstest/core';
import type { Turn } from './conversation.ts';
import { isAnswerDue, pickProgress } from './progress.ts';

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
