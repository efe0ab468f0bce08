import { describe, expect, it } from '@rstest/core';
import type { ConversationFailure, Turn } from './conversation.ts';
import { describeFailedMessage, pickProblem } from './problem.ts';

const clientMessageId = '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11';
const question = 'Why so dark?';
const turnOf = (turn: Partial<Turn>): Turn[] => [{ id: 1, question, sources: [], state: 'broken', ...turn }];
const asked = { phase: 'ready', turn: 1, turns: [], failure: undefined, transport: 'text' } as const;
const describeFailure = (failure: ConversationFailure) => describeFailedMessage('failure.send', failure);
const pick = (state: Partial<Parameters<typeof pickProblem>[0]>) => pickProblem({ ...asked, ...state }, describeFailure);
const failed = (failure: ConversationFailure) => pick({ phase: 'failed', failure });

describe('pickProblem', () => {
  it("describes a failure in the screen's words", () => {
    expect(failed({ category: 'network', clientMessageId })).toEqual({
      sentence: 'failure.send',
      advice: 'failure.kept',
      action: 'failure.retry',
    });
  });

  it('says that half an answer stays, and that the question does', () => {
    expect(failed({ category: 'interrupted' })?.advice).toBe('failure.cut');
    expect(failed({ category: 'refused' })?.advice).toBe('failure.kept');
  });

  it('says how long to wait when the gateway does', () => {
    expect(failed({ category: 'refused', retryAfterSeconds: 12 })).toMatchObject({ advice: 'failure.wait', count: 12 });
  });

  it('sends the same message again when it was left without its answer', () => {
    expect(pick({ turns: turnOf({ clientMessageId }) })).toEqual({ sentence: 'failure.unanswered', action: 'failure.retry' });
  });

  it('asks again what was spoken and left without its answer', () => {
    expect(pick({ turns: turnOf({}) })).toEqual({ sentence: 'failure.unanswered', action: 'failure.askAgain', question: 'Why so dark?' });
  });

  it('asks again what was spoken when the call fails: there is no message to send again', () => {
    expect(pick({ phase: 'failed', failure: { category: 'timeout' }, turns: turnOf({}), transport: 'voice' })).toMatchObject({
      sentence: 'failure.send',
      action: 'failure.askAgain',
      question: 'Why so dark?',
    });
  });

  it('finds no problem in an answer that is arriving or complete', () => {
    expect(pick({ phase: 'thinking', turns: turnOf({ state: 'arriving' }) })).toBeUndefined();
    expect(pick({ turns: turnOf({ state: 'complete' }) })).toBeUndefined();
    expect(pick({ turn: 0 })).toBeUndefined();
  });
});
