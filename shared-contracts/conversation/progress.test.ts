import { expect, it } from '@rstest/core';
import type { Turn } from './conversation.ts';
import { isAnswerDue, pickProgress } from './progress.ts';

const arriving: Turn[] = [{ id: 1, sources: [], state: 'arriving' }];

it.each([
  ['a message that waits for the connection counts as sent', 'connecting', arriving, ['thinking', true]],
  ['nothing is due before the first message', 'connecting', [], ['loading', false]],
  ['the move is the visitor’s when an answer is whole', 'ready', [], ['idle', false]],
  ['the move is the visitor’s when an answer has failed', 'failed', [], ['idle', false]],
  ['an answer is due while the guide thinks', 'thinking', arriving, ['thinking', true]],
  ['an answer is due while it arrives', 'speaking', arriving, ['answering', true]],
] as const)('%s', (_, phase, turns, expected) => {
  const picked = pickProgress({ phase, turn: 1, turns });
  expect([picked, isAnswerDue(picked)]).toEqual(expected);
});
