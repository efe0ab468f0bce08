import type { ConversationFailure, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import { pickTrouble } from './trouble.ts';

const clientMessageId = '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11';
const transcript = [{ key: '1:visitor:0', turn: 1, speaker: 'visitor', text: 'How old?' }] as const;
const asked = { phase: 'ready', turn: 1, transcript, turns: {}, failure: undefined } as const;
const failed = (failure: ConversationFailure) => pickTrouble({ ...asked, phase: 'failed', failure });

describe('pickTrouble', () => {
  it('tells a message that failed from a chat that could not begin', () => {
    expect(failed({ category: 'network', clientMessageId })).toMatchObject({ sentence: 'failure.send', advice: 'failure.kept' });
    expect(failed({ category: 'network' })).toEqual({ sentence: 'failure.setUp', action: 'failure.retry' });
  });

  it('says that a half answer stays', () => {
    expect(failed({ category: 'interrupted', clientMessageId })?.advice).toBe('failure.cut');
  });

  it('says how long to wait when the gateway does', () => {
    expect(failed({ category: 'refused', clientMessageId, retryAfterSeconds: 12 })).toMatchObject({ advice: 'failure.wait', count: 12 });
  });

  it('sends the same message again when it was left without its answer', () => {
    const turns: Record<number, TurnDetails> = {
      1: { sources: [], state: 'broken', clientMessageId: '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11' },
    };
    expect(pickTrouble({ ...asked, turns })).toEqual({ sentence: 'failure.unanswered', action: 'failure.retry' });
  });

  it('asks anew what was said aloud and left without its answer', () => {
    expect(pickTrouble({ ...asked, turns: { 1: { sources: [], state: 'broken' } } })).toEqual({
      sentence: 'failure.unanswered',
      action: 'failure.askAgain',
      question: 'How old?',
    });
  });

  it('finds no trouble in an answer that is on its way or has come', () => {
    expect(pickTrouble({ ...asked, phase: 'thinking', turns: { 1: { sources: [], state: 'arriving' } } })).toBeUndefined();
    expect(pickTrouble({ ...asked, turns: { 1: { sources: [], state: 'complete' } } })).toBeUndefined();
    expect(pickTrouble({ ...asked, turn: 0, transcript: [] })).toBeUndefined();
  });
});
