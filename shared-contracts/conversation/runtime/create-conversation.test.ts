import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { messageLimit } from '../../api/limits.ts';
import { ask, begin, createTestConversation } from '../testing/test-conversation.ts';
import { linesOf } from '../transcript/transcript.ts';

it('a turn passes from thinking over speaking to ready and keeps question, answer and source under one number', () => {
  const setup = createTestConversation();
  const phases: string[] = [];
  setup.conversation.store.subscribe(({ phase }, before) => phase !== before.phase && phases.push(phase));
  setup.conversation.start('text');
  expect(setup.conversation.send('  Who painted this? ')).toBe(true);
  expect(setup.transport.sent).toEqual([{ turn: 1, text: 'Who painted this?', clientMessageId: 'id-1' }]);
  setup.say(1, 'Tiepolo');
  setup.say(1, 'Tiepolo did. In 1740');
  setup.transport.emit({ type: 'source', turn: 1, source: { title: 'Ceiling', document: 'ceiling' } });
  setup.transport.emit({ type: 'source', turn: 1, source: { title: 'Ceiling', document: 'ceiling' } });
  setup.transport.emit({ type: 'room', room: { index: 0, count: 3, name: 'Vestibule' } });
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect(phases).toEqual(['connecting', 'ready', 'thinking', 'speaking', 'ready']);
  expect(setup.lines).toEqual(['1 visitor: Who painted this?', '1 guide: Tiepolo did.', '1 guide: In 1740']);
  expect(setup.state).toMatchObject({ turn: 1, transport: 'text', room: { name: 'Vestibule' }, failure: undefined });
  expect(setup.state.turns[0]).toEqual({
    id: 1,
    question: 'Who painted this?',
    answer: 'Tiepolo did. In 1740',
    language: 'en',
    clientMessageId: 'id-1',
    state: 'complete',
    sources: [{ title: 'Ceiling', document: 'ceiling' }],
  });
  expect(setup.emitted).toEqual(['conversation-started text', 'turn-finished 1 visitor', 'turn-finished 1 guide']);
});

it.each(['', '  \n ', 'x'.repeat(messageLimit + 1)])('send() refuses a message that is empty or too long: %.10j', (text) => {
  const setup = begin('text');
  expect(setup.conversation.send(text)).toBe(false);
  expect([setup.state.turn, setup.lines, setup.emitted]).toEqual([0, [], ['conversation-started text']]);
});

it('tabs that send the same words at the same place of a tour use the same message id', () => {
  const idOf = (words: string, mark = 'under-way next-stop 0 60 a a:1') => {
    const { conversation, transport } = begin('text');
    conversation.send('Begin');
    const tour = { phase: 'under-way', room: 1, rooms: 2, stop: 1, stops: 2, leftSeconds: 60, mark } as const;
    transport.emit({ type: 'tour', turn: 1, tour });
    transport.emit({ type: 'turn-completed', turn: 1 });
    conversation.send(words);
    return transport.sent.at(-1)?.clientMessageId;
  };
  expect(z.uuid().safeParse(idOf('Next')).success).toBe(true);
  expect(idOf('Next')).toBe(idOf('Next'));
  expect(new Set([idOf('Next'), idOf('Yes'), idOf('Next', 'under-way next-stop 0 61 a a:1')]).size).toBe(3);
});

it('send() accepts a message of the maximum length and does not count surrounding spaces', () => {
  const setup = begin('text');
  expect(setup.conversation.send(` ${'x'.repeat(messageLimit)}\n`)).toBe(true);
});

it('send() refuses a message before a start, while the guide thinks or speaks, and after a stop', () => {
  const setup = createTestConversation();
  const tried = [setup.conversation.send('too early')];
  setup.conversation.start('text');
  setup.conversation.send('x');
  tried.push(setup.conversation.send('thinking'));
  setup.say(1, 'y');
  tried.push(setup.conversation.send('speaking'));
  setup.conversation.stop('left');
  tried.push(setup.conversation.send('off'));
  expect([tried, setup.lines]).toEqual([
    [false, false, false, false],
    ['1 visitor: x', '1 guide: y'],
  ]);
});

it('a message waits while the transport connects and is sent when the transport is connected', () => {
  const setup = createTestConversation({ connectsAtOnce: false });
  setup.conversation.start('voice');
  expect([setup.conversation.send('x'), setup.conversation.send('y')]).toEqual([true, false]);
  expect([setup.state.phase, setup.transport.sent.length]).toEqual(['connecting', 0]);
  setup.transport.emit({ type: 'connected' });
  expect([setup.state.phase, setup.transport.sent[0]?.text]).toEqual(['thinking', 'x']);
});

it('a message is not sent if a listener of turn-finished stops the conversation', () => {
  const setup = createTestConversation();
  setup.bus.on('turn-finished', () => setup.conversation.stop('listener'));
  setup.conversation.start('text');
  setup.conversation.send('x');
  expect([setup.state.phase, setup.transport.sent, setup.transport.closed, setup.errors]).toEqual(['off', [], ['listener'], []]);
});

it('start() does nothing if the same transport runs', () => {
  const setup = begin('text');
  setup.conversation.start('text');
  expect([setup.transports.length, setup.emitted]).toEqual([1, ['conversation-started text']]);
});

it.each([
  [{}, 'Collection ID is undefined.'],
  [{ museumId: '6610a1b2c3d4e5f601000001' }, 'Collection ID is undefined.'],
  [{ exhibitionId: '6610a1b2c3d4e5f602000001' }, 'Museum ID is undefined.'],
])('start() throws without a museum or an exhibition: %j', (parts, message) => {
  const setup = createTestConversation({ context: () => ({ ...parts, language: 'en' }) });
  expect(() => setup.conversation.start('text')).toThrow(message);
  expect([setup.state.phase, setup.emitted]).toEqual(['off', []]);
});

it('start() throws for a transport that the page lacks and keeps the running transport', () => {
  const transports: string[] = [];
  const make = () => ({
    kind: 'text' as const,
    connect: () => {},
    send: () => {},
    cancel: () => {},
    close: (reason: string) => void transports.push(reason),
  });
  const setup = createTestConversation({ transports: { text: make } });
  setup.conversation.start('text');
  expect(() => setup.conversation.start('voice')).toThrow('This page has no voice transport');
  expect([setup.state.transport, transports]).toEqual(['text', []]);
});

it('changing the transport keeps the turns and ignores late events of the old transport', () => {
  const setup = ask('text');
  setup.say(1, 'Half');
  const old = setup.transport;
  setup.conversation.start('voice');
  expect([old.closed, setup.state.transport, setup.state.phase]).toEqual([['replaced'], 'voice', 'ready']);
  const before = setup.state;
  old.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'Half and more' });
  old.emit({ type: 'turn-completed', turn: 1 });
  old.emit({ type: 'failed', failure: { category: 'network' } });
  old.emit({ type: 'ended', reason: 'late' });
  old.emit({ type: 'room', room: { index: 0, count: 1, name: 'late' } });
  expect(setup.state).toBe(before);
  expect(setup.state.turns[0]?.state).toBe('broken');
  setup.conversation.send('y');
  expect(setup.transport.sent[0]?.turn).toBe(2);
  expect(setup.emitted).toEqual([
    'conversation-started text',
    'turn-finished 1 visitor',
    'conversation-ended replaced',
    'conversation-started voice',
    'turn-finished 2 visitor',
  ]);
});

it('changing the transport sends a message that still waits', () => {
  const setup = createTestConversation({ connectsAtOnce: false });
  setup.conversation.start('voice');
  setup.conversation.send('x');
  setup.conversation.start('text');
  setup.transport.emit({ type: 'connected' });
  expect(setup.transports.map(({ kind, sent }) => [kind, sent.length])).toEqual([
    ['voice', 0],
    ['text', 1],
  ]);
});

it('a forced opening is the first line and belongs to no turn of the visitor', () => {
  const setup = begin('voice');
  setup.say(0, 'Welcome! I am Clara', { forced: true });
  expect(setup.state.phase).toBe('speaking');
  setup.say(0, 'Welcome! I am Clara – your guide.', { forced: true });
  setup.transport.emit({ type: 'turn-completed', turn: 0 });
  expect([setup.lines, setup.state.phase, setup.state.turn]).toEqual([['0 guide: Welcome! I am Clara – your guide.'], 'ready', 0]);
  expect(setup.emitted).toEqual(['conversation-started voice']);
  setup.say(0, 'Late', { forced: true });
  expect(setup.lines).toEqual(['0 guide: Welcome! I am Clara – your guide.']);
});

it('the opening of a second transport comes after the last turn and changes no earlier turn', () => {
  const setup = ask('text');
  setup.say(1, 'Answer.');
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  setup.conversation.start('voice');
  setup.say(1, 'Not forced');
  setup.say(1, 'Here I am again.', { forced: true });
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect(setup.lines).toEqual(['1 visitor: x', '1 guide: Answer.', '1 guide: Here I am again.']);
  expect(setup.emitted.filter((fact) => fact === 'turn-finished 1 guide')).toHaveLength(1);
  expect(setup.state.turns.map(({ opening }) => opening)).toEqual([undefined, 'back']);
});

it('an opening does not complete an answer that a change of mode broke', () => {
  const setup = ask('voice');
  setup.say(1, 'Half an');
  setup.conversation.stop('mode-changed');
  setup.conversation.start('voice');
  setup.say(1, 'I am back with you.', { forced: true });
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect([setup.state.phase, setup.state.turns[0]?.state]).toEqual(['ready', 'broken']);
});

it('each line keeps the language in which it was said', () => {
  const visit = { museumId: '6610a1b2c3d4e5f601000001', exhibitionId: '6610a1b2c3d4e5f602000001' } as const;
  let language: 'en' | 'de' = 'en';
  const setup = createTestConversation({ context: () => ({ ...visit, language }) });
  setup.conversation.start('text');
  setup.conversation.send('Why?');
  language = 'de';
  setup.say(1, 'Candle smoke.');
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  setup.conversation.send('Warum?');
  setup.say(2, 'Kerzenrauch.');
  setup.conversation.start('voice');
  setup.say(2, 'Da bin ich wieder.', { forced: true });
  expect(setup.state.turns.flatMap(linesOf).map(({ language, text }) => `${language} ${text}`)).toEqual([
    ...['en Why?', 'en Candle smoke.', 'de Warum?', 'de Kerzenrauch.', 'de Da bin ich wieder.'],
  ]);
});

it.each(['sent at once', 'that waited for the transport'])(
  'an opening that arrives after the visitor’s message is dropped: message %s',
  (message) => {
    const setup = createTestConversation({ connectsAtOnce: message === 'sent at once' });
    setup.conversation.start('voice');
    setup.conversation.send('x');
    setup.transport.emit({ type: 'connected' });
    setup.say(1, 'Welcome!', { forced: true });
    expect([setup.state.phase, setup.lines]).toEqual(['thinking', ['1 visitor: x']]);
  },
);

it('interrupt() cancels the answer and keeps the words that arrived', () => {
  const setup = begin('text');
  setup.conversation.interrupt();
  setup.conversation.send('x');
  setup.say(1, 'Half');
  setup.conversation.interrupt();
  setup.say(1, 'Half and more');
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect([setup.state.phase, setup.transport.cancelled, setup.lines]).toEqual(['ready', [1], ['1 visitor: x', '1 guide: Half']]);
  expect([setup.state.turns[0]?.state, setup.emitted.includes('turn-finished 1 guide')]).toEqual(['complete', false]);
});

it('stop() closes the transport once with the reason, and the next start continues the numbers', () => {
  const setup = ask('text');
  setup.conversation.stop('screen-left');
  setup.conversation.stop('again');
  expect([setup.transport.closed, setup.emitted.at(-1)]).toEqual([['screen-left'], 'conversation-ended screen-left']);
  expect(setup.state).toMatchObject({ phase: 'off', transport: undefined, turn: 1, turns: [{ state: 'broken' }] });
  setup.conversation.start('text');
  setup.conversation.send('y');
  expect([setup.transport.sent[0]?.turn, setup.lines]).toEqual([2, ['1 visitor: x', '2 visitor: y']]);
});

it('stop() leaves a complete answer complete', () => {
  const setup = ask('text');
  setup.transport.emit({ type: 'turn-completed', turn: 1 });
  expect(setup.state.phase).toBe('ready');
  setup.conversation.stop('screen-left');
  expect(setup.state.turns[0]?.state).toBe('complete');
});

it('reset() restores the initial state and ignores late events', () => {
  const setup = createTestConversation();
  const blank = setup.state;
  setup.conversation.start('text');
  setup.conversation.send('x');
  const old = setup.transport;
  setup.conversation.reset();
  old.emit({ type: 'text', turn: 1, speaker: 'guide', text: 'late' });
  expect([setup.state, old.closed, setup.emitted.at(-1)]).toEqual([blank, ['reset'], 'conversation-ended reset']);
});
