import { describe, expect, it } from '@rstest/core';
import { createTestConversation } from '../testing/test-conversation.ts';

const network = { category: 'network' } as const;

describe('an answer that fails', () => {
  function failInTheMiddle() {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.say(1, 'Half. Of it');
    stage.transport.tell({ type: 'turn-failed', turn: 1, failure: { category: 'interrupted', retryAfterSeconds: 3 } });
    return stage;
  }

  it('keeps what has arrived and names the message that found none', () => {
    const stage = failInTheMiddle();
    expect(stage.state).toMatchObject({
      phase: 'failed',
      failure: { category: 'interrupted', retryAfterSeconds: 3, clientMessageId: 'id-1' },
    });
    expect([stage.lines, stage.state.turns[1]?.state]).toEqual([['1 visitor: x', '1 guide: Half.', '1 guide: Of it'], 'broken']);
  });

  it('is asked for again under the same number and id; only its new words take the place of the old', () => {
    const stage = failInTheMiddle();
    expect(stage.conversation.retry()).toBe(true);
    expect(stage.transport.sent.map(({ turn, text, clientMessageId }) => [turn, text, clientMessageId])).toEqual([
      [1, 'x', 'id-1'],
      [1, 'x', 'id-1'],
    ]);
    expect(stage.state).toMatchObject({ phase: 'thinking', turn: 1, failure: undefined });
    expect(stage.lines).toHaveLength(3);
    stage.say(1, 'Whole.');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect([stage.lines, stage.state.turns[1]?.state]).toEqual([['1 visitor: x', '1 guide: Whole.'], 'complete']);
    expect(stage.told.filter((fact) => fact.startsWith('turn'))).toEqual(['turn-finished 1 visitor', 'turn-finished 1 guide']);
  });

  it('may fail again and be asked for again', () => {
    const stage = failInTheMiddle();
    stage.conversation.retry();
    stage.transport.tell({ type: 'turn-failed', turn: 1, failure: network });
    expect([stage.lines.length, stage.conversation.retry(), stage.state.turn]).toEqual([3, true, 1]);
  });

  it('does not hinder another message, after which it cannot be asked for again', () => {
    const stage = failInTheMiddle();
    expect(stage.conversation.send('y')).toBe(true);
    expect(stage.state).toMatchObject({ phase: 'thinking', turn: 2, failure: undefined });
    expect([stage.conversation.retry(), stage.state.turns[1]?.state]).toEqual([false, 'broken']);
  });

  it('is nothing to ask for again where nothing failed', () => {
    const stage = createTestConversation();
    expect(stage.conversation.retry()).toBe(false);
    stage.conversation.start('text');
    expect(stage.conversation.retry()).toBe(false);
  });
});

describe('a transport that breaks', () => {
  it('fails the conversation, and is made anew for the message that is asked for again', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    stage.conversation.send('x');
    const [first] = stage.transports;
    stage.transport.tell({ type: 'failed', failure: network });
    expect(stage.state).toMatchObject({ phase: 'failed', transport: 'voice', failure: { category: 'network', clientMessageId: 'id-1' } });
    expect([first?.closed, stage.told.at(-1)]).toEqual([['failed'], 'conversation-ended failed']);
    expect(stage.conversation.retry()).toBe(true);
    expect(stage.transports.map(({ kind, sent }) => [kind, sent.length])).toEqual([
      ['voice', 1],
      ['voice', 1],
    ]);
    expect(stage.transport.sent[0]?.clientMessageId).toBe('id-1');
  });

  it('and is made anew may not pass its opening for the answer', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    stage.conversation.send('x');
    stage.transport.tell({ type: 'failed', failure: network });
    stage.conversation.retry();
    stage.say(1, 'Welcome!', { forced: true });
    expect([stage.state.phase, stage.lines]).toEqual(['thinking', ['1 visitor: x']]);
  });

  it('between two turns can be started again, or by the next message', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.transport.tell({ type: 'failed', failure: network });
    expect(stage.conversation.retry()).toBe(false);
    expect(stage.conversation.send('x')).toBe(true);
    expect([stage.state.phase, stage.transports.length, stage.transport.sent.length]).toEqual(['thinking', 2, 1]);
    stage.transport.tell({ type: 'failed', failure: network });
    stage.conversation.start('text');
    expect([stage.state.phase, stage.state.failure, stage.transports.length]).toEqual(['ready', undefined, 3]);
  });

  it('or ends by itself leaves the transcript, the answer on its way marked as broken', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    stage.conversation.send('x');
    stage.say(1, 'Half');
    stage.transport.tell({ type: 'ended', reason: 'silence-timeout' });
    expect(stage.state).toMatchObject({ phase: 'off', transport: undefined, turns: { 1: { state: 'broken' } } });
    expect([stage.lines.length, stage.told.at(-1)]).toEqual([2, 'conversation-ended silence-timeout']);
  });
});
