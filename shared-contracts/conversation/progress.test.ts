import { describe, expect, it } from '@rstest/core';
import type { Turn } from './conversation.ts';
import { isAnswerDue, pickProgress } from './progress.ts';

const arriving: Turn[] = [{ id: 1, sources: [], state: 'arriving' }];

describe('pickProgress', () => {
  it('counts a message that waits for the connection as sent', () => {
    expect(pickProgress({ phase: 'connecting', turn: 1, turns: arriving })).toBe('thinking');
    expect(pickProgress({ phase: 'connecting', turn: 0, turns: [] })).toBe('loading');
  });

  it('leaves the move to the visitor when an answer is whole or has failed', () => {
    expect(pickProgress({ phase: 'ready', turn: 1, turns: [] })).toBe('idle');
    expect(pickProgress({ phase: 'failed', turn: 1, turns: [] })).toBe('idle');
  });

  it('knows when an answer is due', () => {
    expect(isAnswerDue(pickProgress({ phase: 'thinking', turn: 1, turns: arriving }))).toBe(true);
    expect(isAnswerDue(pickProgress({ phase: 'speaking', turn: 1, turns: arriving }))).toBe(true);
    expect(isAnswerDue(pickProgress({ phase: 'ready', turn: 1, turns: [] }))).toBe(false);
    expect(isAnswerDue(pickProgress({ phase: 'connecting', turn: 0, turns: [] }))).toBe(false);
  });
});
