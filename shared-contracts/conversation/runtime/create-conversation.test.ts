import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { messageLimit } from '../../api/limits.ts';
import { ask, begin, createTestConversation, someVisit } from '../testing/test-conversation.ts';
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

it('send() refuses a message that is empty or too long, and does not count surrounding spaces', () => {
  const setup = begin('text');
  for (const text of ['', '  \n ', 'x'.repeat(messageLimit + 1)]) expect(setup.conversation.send(text)).toBe(false);
  expect([setup.state.turn, setup.lines, setup.emitted]).toEqual([0, [], ['conversation-started text']]);
  expect(setup.conversation.send(` ${'x'.repeat(messageLimit)}\n`)).toBe(true);
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

it.each(['voice', 'text'] as const)('a message waits while the call connects and is sent when the %s transport is connected', (kind) => {
  const setup = begin('voice', { connectsAtOnce: false });
  expect([setup.conversation.send('x'), setup.conversation.send('y')]).toEqual([true, false]);
  expect([setup.state.phase, setup.transport.sent.length]).toEqual(['connecting', 0]);
  setup.conversation.start(kind);
  setup.transport.emit({ type: 'connected' });
  const sent = setup.transports.flatMap((each) => each.sent.map(({ text }) => `${each.kind} ${text}`));
  expect([setup.state.phase, sent]).toEqual(['thinking', [`${kind} x`]]);
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
  [{ museumId: someVisit.museumId }, 'Collection ID is undefined.'],
  [{ exhibitionId: someVisit.exhibitionId }, 'Museum ID is undefined.'],
])('start() throws if the museum or the exhibition is missing: %j', (parts, message) => {
  const setup = createTestConversation({ context: () => ({ ...parts, language: 'en' }) });
  expect(() => setup.conversation.start('text')).toThrow(message);
  expect([setup.state.phase, setup.emitted]).toEqual(['off', []]);
});

it('start() throws for a transport that the page lacks and keeps the running transport', () => {
  const closed: string[] = [];
  const text = () => ({ connect() {}, send() {}, cancel() {}, close: (reason: string) => void closed.push(reason) });
  const setup = begin('text', { transports: { text } });
  expect(() => setup.conversation.start('voice')).toThrow('This page has no voice transport');
  expect([setup.state.transport, closed]).toEqual(['text', []]);
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

it('a forced opening is the first line and belongs to no turn of the visitor', () => {
  const setup = begin('voice');
  setup.say(0, 'Welcome! I am Clara', { forced: true });
  expect(setup.state.phase).toBe('speaking');
  setup.answer(0, 'Welcome! I am Clara – your guide.', { forced: true });
  expect([setup.lines, setup.state.phase, setup.state.turn]).toEqual([['0 guide: Welcome! I am Clara – your guide.'], 'ready', 0]);
  expect(setup.emitted).toEqual(['conversation-started voice']);
  setup.say(0, 'Late', { forced: true });
  expect(setup.lines).toEqual(['0 guide: Welcome! I am Clara – your guide.']);
});

it('the opening of a second transport comes after the last turn and changes no earlier turn', () => {
  const setup = ask('text');
  setup.answer(1, 'Answer.');
  setup.conversation.start('voice');
  setup.say(1, 'Not forced');
  setup.answer(1, 'Here I am again.', { forced: true });
  expect(setup.lines).toEqual(['1 visitor: x', '1 guide: Answer.', '1 guide: Here I am again.']);
  expect(setup.emitted.filter((fact) => fact === 'turn-finished 1 guide')).toHaveLength(1);
  expect(setup.state.turns.map(({ opening }) => opening)).toEqual([undefined, 'back']);
});

it('an opening does not complete an answer that a change of mode broke', () => {
  const setup = ask('voice');
  setup.say(1, 'Half an');
  setup.conversation.stop('mode-changed');
  setup.conversation.start('voice');
  setup.answer(1, 'I am back with you.', { forced: true });
  expect([setup.state.phase, setup.state.turns[0]?.state]).toEqual(['ready', 'broken']);
});

it('each line keeps the language in which it was said', () => {
  let language: 'en' | 'de' = 'en';
  const setup = begin('text', { context: () => ({ ...someVisit, language }) });
  setup.conversation.send('Why?');
  language = 'de';
  setup.answer(1, 'Candle smoke.');
  setup.conversation.send('Warum?');
  setup.say(2, 'Kerzenrauch.');
  setup.conversation.start('voice');
  setup.say(2, 'Da bin ich wieder.', { forced: true });
  const lines = setup.state.turns.flatMap(linesOf).map(({ language, text }) => `${language} ${text}`);
  expect(lines).toEqual(['en Why?', 'en Candle smoke.', 'de Warum?', 'de Kerzenrauch.', 'de Da bin ich wieder.']);
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
  setup.answer(1, 'Half and more');
  expect([setup.state.phase, setup.transport.cancelled, setup.lines]).toEqual(['ready', [1], ['1 visitor: x', '1 guide: Half']]);
  expect([setup.state.turns[0]?.state, setup.emitted.includes('turn-finished 1 guide')]).toEqual(['complete', false]);
});

it('stop() closes the transport once, leaves a complete answer complete, and the next start continues the numbers', () => {
  const setup = ask('text');
  setup.conversation.stop('screen-left');
  setup.conversation.stop('again');
  expect([setup.transport.closed, setup.emitted.at(-1)]).toEqual([['screen-left'], 'conversation-ended screen-left']);
  expect(setup.state).toMatchObject({ phase: 'off', transport: undefined, turn: 1, turns: [{ state: 'broken' }] });
  setup.conversation.start('text');
  setup.conversation.send('y');
  expect([setup.transport.sent[0]?.turn, setup.lines]).toEqual([2, ['1 visitor: x', '2 visitor: y']]);
  setup.transport.emit({ type: 'turn-completed', turn: 2 });
  expect(setup.state.phase).toBe('ready');
  setup.conversation.stop('screen-left');
  expect(setup.state.turns.map(({ state }) => state)).toEqual(['broken', 'complete']);
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
