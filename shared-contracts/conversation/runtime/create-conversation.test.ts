import { describe, expect, it } from '@rstest/core';
import { messageLimit } from '../../api/limits.ts';
import { createTestConversation } from '../testing/test-conversation.ts';
import { ConversationContextError, ConversationNotAvailableError } from './active-transport.ts';

describe('a question and its answer', () => {
  it('go from thinking over speaking to ready, under one number', () => {
    const stage = createTestConversation();
    const phases: string[] = [];
    stage.conversation.store.subscribe(({ phase }, before) => phase !== before.phase && phases.push(phase));
    stage.conversation.start('text');
    expect(stage.conversation.send('  Who painted this? ')).toBe(true);
    expect(stage.transport.sent).toEqual([{ turn: 1, text: 'Who painted this?', clientMessageId: 'id-1' }]);
    stage.say(1, 'Tiepolo');
    stage.say(1, 'Tiepolo did. In 1740');
    stage.transport.tell({ type: 'source', turn: 1, source: { title: 'Ceiling', document: 'ceiling' } });
    stage.transport.tell({ type: 'source', turn: 1, source: { title: 'Ceiling', document: 'ceiling' } });
    stage.transport.tell({ type: 'room', room: { index: 0, count: 3, name: 'Vestibule' } });
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect(phases).toEqual(['connecting', 'ready', 'thinking', 'speaking', 'ready']);
    expect(stage.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Tiepolo did.', '1 guide: In 1740']);
    expect(stage.state).toMatchObject({ turn: 1, transport: 'text', room: { name: 'Vestibule' }, failure: undefined });
    expect(stage.state.turns[1]).toEqual({
      clientMessageId: 'id-1',
      state: 'complete',
      sources: [{ title: 'Ceiling', document: 'ceiling' }],
    });
    expect(stage.told).toEqual(['conversation-started text', 'turn-finished 1 visitor', 'turn-finished 1 guide']);
  });

  it('keep the keys of lines that grow', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.say(1, 'One');
    const [visitor, guide] = stage.state.transcript;
    stage.say(1, 'One. Two');
    expect(stage.state.transcript.map((line) => line.key)).toEqual([visitor?.key, guide?.key, '1:guide:1']);
    expect(stage.state.transcript[0]).toBe(visitor);
  });

  it('may have no words at all', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect(stage.state).toMatchObject({ phase: 'ready', turns: { 1: { state: 'complete' } } });
  });
});

describe('a message', () => {
  it.each(['', '  \n ', 'x'.repeat(messageLimit + 1)])('is refused when it is empty or too long: %.10j', (text) => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    expect(stage.conversation.send(text)).toBe(false);
    expect([stage.state.turn, stage.lines, stage.told]).toEqual([0, [], ['conversation-started text']]);
  });

  it('of the greatest length is sent, the spaces around it not counted', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    expect(stage.conversation.send(` ${'x'.repeat(messageLimit)}\n`)).toBe(true);
  });

  it('is refused before a start, while the guide thinks or speaks, and after a stop', () => {
    const stage = createTestConversation();
    const tried = [stage.conversation.send('too early')];
    stage.conversation.start('text');
    stage.conversation.send('x');
    tried.push(stage.conversation.send('thinking'));
    stage.say(1, 'y');
    tried.push(stage.conversation.send('speaking'));
    stage.conversation.stop('left');
    tried.push(stage.conversation.send('off'));
    expect([tried, stage.lines]).toEqual([
      [false, false, false, false],
      ['1 visitor: x', '1 guide: y'],
    ]);
  });

  it('waits while the transport connects', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    expect([stage.conversation.send('x'), stage.conversation.send('y')]).toEqual([true, false]);
    expect([stage.state.phase, stage.transport.sent.length]).toEqual(['connecting', 0]);
    stage.transport.tell({ type: 'connected' });
    expect([stage.state.phase, stage.transport.sent[0]?.text]).toEqual(['thinking', 'x']);
  });

  it('is not sent when a listener of the bus stops the conversation first', () => {
    const stage = createTestConversation();
    stage.bus.on('turn-finished', () => stage.conversation.stop('listener'));
    stage.conversation.start('text');
    stage.conversation.send('x');
    expect([stage.state.phase, stage.transport.sent, stage.transport.closed, stage.errors]).toEqual(['off', [], ['listener'], []]);
  });
});

describe('starting', () => {
  it('twice for the same transport does nothing the second time', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.start('text');
    expect([stage.transports.length, stage.told]).toEqual([1, ['conversation-started text']]);
  });

  it.each([
    [{}, 'collection-undefined', 'Collection ID is undefined.'],
    [{ museumId: '6610a1b2c3d4e5f601000001' }, 'collection-undefined', 'Collection ID is undefined.'],
    [{ exhibitionId: '6610a1b2c3d4e5f602000001' }, 'museum-undefined', 'Museum ID is undefined.'],
  ])('needs a place: %j', (parts, code, message) => {
    const stage = createTestConversation({ context: () => ({ ...parts, language: 'en' }) });
    const start = () => stage.conversation.start('text');
    expect(start).toThrow(ConversationContextError);
    expect(start).toThrow(expect.objectContaining({ code, message }));
    expect([stage.state.phase, stage.told]).toEqual(['off', []]);
  });

  it('a transport the page does not have is refused and leaves the running one alone', () => {
    const transports: string[] = [];
    const make = () => ({
      kind: 'text' as const,
      connect: () => {},
      send: () => {},
      cancel: () => {},
      close: (reason: string) => void transports.push(reason),
    });
    const stage = createTestConversation({ transports: { text: make } });
    stage.conversation.start('text');
    expect(() => stage.conversation.start('voice')).toThrow(ConversationNotAvailableError);
    expect([stage.state.transport, transports]).toEqual(['text', []]);
  });
});

describe('changing the transport in the middle of a visit', () => {
  it('keeps transcript and counter, and nothing the old one still tells moves anything', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.say(1, 'Half');
    const old = stage.transport;
    stage.conversation.start('voice');
    expect([old.closed, stage.state.transport, stage.state.phase]).toEqual([['replaced'], 'voice', 'ready']);
    const before = stage.state;
    old.tell({ type: 'text', turn: 1, speaker: 'guide', text: 'Half and more' });
    old.tell({ type: 'turn-completed', turn: 1 });
    old.tell({ type: 'failed', failure: { category: 'network' } });
    old.tell({ type: 'ended', reason: 'late' });
    old.tell({ type: 'room', room: { index: 0, count: 1, name: 'late' } });
    expect(stage.state).toBe(before);
    expect(stage.state.turns[1]?.state).toBe('broken');
    stage.conversation.send('y');
    expect(stage.transport.sent[0]?.turn).toBe(2);
    expect(stage.told).toEqual([
      'conversation-started text',
      'turn-finished 1 visitor',
      'conversation-ended replaced',
      'conversation-started voice',
      'turn-finished 2 visitor',
    ]);
  });

  it('takes a message along that was still waiting', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    stage.conversation.send('x');
    stage.conversation.start('text');
    stage.transport.tell({ type: 'connected' });
    expect(stage.transports.map(({ kind, sent }) => [kind, sent.length])).toEqual([
      ['voice', 0],
      ['text', 1],
    ]);
  });
});

describe('an opening the guide was told to say', () => {
  it('is the first line, whole, and no turn of the visitor’s', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    stage.say(0, 'Welcome! I am Clara', { forced: true });
    expect(stage.state.phase).toBe('speaking');
    stage.say(0, 'Welcome! I am Clara – your guide.', { forced: true });
    stage.transport.tell({ type: 'turn-completed', turn: 0 });
    expect([stage.lines, stage.state.phase, stage.state.turn]).toEqual([['0 guide: Welcome! I am Clara – your guide.'], 'ready', 0]);
    expect(stage.told).toEqual(['conversation-started voice']);
    stage.say(0, 'Late', { forced: true });
    expect(stage.lines).toEqual(['0 guide: Welcome! I am Clara – your guide.']);
  });

  it('on a second transport comes after what was said, and changes none of it', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.say(1, 'Answer.');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    stage.conversation.start('voice');
    stage.say(1, 'Not forced');
    stage.say(1, 'Here I am again.', { forced: true });
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect(stage.lines).toEqual(['1 visitor: x', '1 guide: Answer.', '1 guide: Here I am again.']);
    expect(stage.told.filter((fact) => fact === 'turn-finished 1 guide')).toHaveLength(1);
  });
});

describe('an opening that comes too late', () => {
  it('after a message of the visitor’s is none, and no answer to it', () => {
    const stage = createTestConversation();
    stage.conversation.start('voice');
    stage.conversation.send('x');
    stage.say(1, 'Welcome!', { forced: true });
    expect([stage.state.phase, stage.lines]).toEqual(['thinking', ['1 visitor: x']]);
  });

  it('after a message that waited for the transport is none either', () => {
    const stage = createTestConversation({ connectsAtOnce: false });
    stage.conversation.start('voice');
    stage.conversation.send('x');
    stage.transport.tell({ type: 'connected' });
    stage.say(1, 'Welcome!', { forced: true });
    expect([stage.state.phase, stage.lines]).toEqual(['thinking', ['1 visitor: x']]);
  });
});

describe('interrupting, stopping and forgetting', () => {
  it('ends the answer on its way and keeps what has arrived', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.interrupt();
    stage.conversation.send('x');
    stage.say(1, 'Half');
    stage.conversation.interrupt();
    stage.say(1, 'Half and more');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    expect([stage.state.phase, stage.transport.cancelled, stage.lines]).toEqual(['ready', [1], ['1 visitor: x', '1 guide: Half']]);
    expect([stage.state.turns[1]?.state, stage.told.includes('turn-finished 1 guide')]).toEqual(['complete', false]);
  });

  it('stops with a reason, once, and a later start goes on counting', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.conversation.stop('screen-left');
    stage.conversation.stop('again');
    expect([stage.transport.closed, stage.told.at(-1)]).toEqual([['screen-left'], 'conversation-ended screen-left']);
    expect(stage.state).toMatchObject({ phase: 'off', transport: undefined, turn: 1, turns: { 1: { state: 'broken' } } });
    stage.conversation.start('text');
    stage.conversation.send('y');
    expect([stage.transport.sent[0]?.turn, stage.lines]).toEqual([2, ['1 visitor: x', '2 visitor: y']]);
  });

  it('leaves an answer complete that was complete', () => {
    const stage = createTestConversation();
    stage.conversation.start('text');
    stage.conversation.send('x');
    stage.transport.tell({ type: 'turn-completed', turn: 1 });
    stage.conversation.stop('screen-left');
    expect(stage.state.turns[1]?.state).toBe('complete');
  });

  it('forgets everything in another museum', () => {
    const stage = createTestConversation();
    const blank = stage.state;
    stage.conversation.start('text');
    stage.conversation.send('x');
    const old = stage.transport;
    stage.conversation.reset();
    old.tell({ type: 'text', turn: 1, speaker: 'guide', text: 'late' });
    expect([stage.state, old.closed, stage.told.at(-1)]).toEqual([blank, ['reset'], 'conversation-ended reset']);
  });
});
