import type { ConversationFailure, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import { pickTrouble } from './trouble.ts';

const transcript = [{ key: '1:visitor:0', turn: 1, speaker: 'visitor', text: 'Why so dark?' }] as const;
const asked = { phase: 'ready', turn: 1, transcript, turns: {}, failure: undefined, transport: 'text' } as const;
const failed = (failure: ConversationFailure) => pickTrouble({ ...asked, phase: 'failed', failure });
const broken: Record<number, TurnDetails> = { 1: { sources: [], state: 'broken' } };

describe('pickTrouble', () => {
  it('tells slow from unreachable from anything else', () => {
    expect(failed({ category: 'timeout' })?.sentence).toBe('failure.timeout');
    expect(failed({ category: 'network' })?.sentence).toBe('failure.unreachable');
    expect(failed({ category: 'malformed' })?.sentence).toBe('failure.trouble');
  });

  it('says that a half answer stays, and that the question does', () => {
    expect(failed({ category: 'interrupted' })?.advice).toBe('failure.cut');
    expect(failed({ category: 'refused' })?.advice).toBe('failure.kept');
  });

  it('says how long to wait when the gateway does', () => {
    expect(failed({ category: 'refused', retryAfterSeconds: 12 })).toMatchObject({ advice: 'failure.wait', count: 12 });
  });

  it('sends the same message again when it was left without its answer', () => {
    const turns: Record<number, TurnDetails> = {
      1: { sources: [], state: 'broken', clientMessageId: '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11' },
    };
    expect(pickTrouble({ ...asked, turns })).toEqual({ sentence: 'failure.unanswered', action: 'failure.retry' });
  });

  it('asks anew what was said aloud and left without its answer', () => {
    expect(pickTrouble({ ...asked, turns: broken })).toEqual({
      sentence: 'failure.unanswered',
      action: 'failure.askAgain',
      question: 'Why so dark?',
    });
  });

  it('asks anew what was spoken: there is no message to send again', () => {
    const failure = { category: 'timeout' } as const;
    expect(pickTrouble({ ...asked, phase: 'failed', failure, turns: broken, transport: 'voice' })).toMatchObject({
      sentence: 'failure.timeout',
      action: 'failure.askAgain',
      question: 'Why so dark?',
    });
  });

  it('finds no trouble in an answer that is on its way or has come', () => {
    expect(pickTrouble({ ...asked, phase: 'thinking', turns: { 1: { sources: [], state: 'arriving' } } })).toBeUndefined();
    expect(pickTrouble({ ...asked, turns: { 1: { sources: [], state: 'complete' } } })).toBeUndefined();
    expect(pickTrouble({ ...asked, turn: 0, transcript: [] })).toBeUndefined();
  });
});
