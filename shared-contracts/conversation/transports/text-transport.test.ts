// @rstest-environment node
import type { ServerResponse } from 'node:http';
import { expect, it } from '@rstest/core';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../api/api-error.ts';
import { createGuideApi } from '../../api/create-guide-api.ts';
import type { GuideApi } from '../../api/guide-api.ts';
import { type Answering, sse, startAnsweringServer, stream } from '../../api/testing/answering-server.ts';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import type { SessionState } from '../../visit/session.ts';
import { defaultSettings } from '../../visit/settings.ts';
import { defaultVisitConfig } from '../../visit/visit-config.ts';
import type { Conversation, ConversationState, Phase } from '../conversation.ts';
import { begin, someVisit } from '../testing/test-conversation.ts';
import type { Transport, TransportEvent } from '../transport.ts';
import { createTextTransport } from './text-transport.ts';

const server = await startAnsweringServer();

const answerWith =
  (...words: string[]): Answering =>
  (response) =>
    stream(response).end([...words.map((delta) => sse('text', { delta })), sse('done', { messageId: 'm' })].join(''));

function createTextConversation(answering: Answering) {
  server.answerWith(answering);
  const clock = createHandClock();
  const store = createStore<SessionState>(() => ({
    ...{ ...someVisit, answers: { time: ['time.5'] }, language: 'de', userChangedLanguage: false },
    ...{ visitConfig: defaultVisitConfig, settings: defaultSettings, themeMode: 'positive', isChoosingSettings: false },
  }));
  const api = createGuideApi({ fetch, clock, baseUrl: server.baseUrl });
  const text = () => createTextTransport({ api, session: { store }, clock });
  const setup = begin('text', { transports: { text }, newId: () => crypto.randomUUID() });
  const reach = (phase: Phase) =>
    new Promise<ConversationState>((reached) => {
      const look = () => {
        if (setup.state.phase !== phase) return;
        leave();
        reached(setup.state);
      };
      const leave = setup.conversation.store.subscribe(look);
      look();
    });
  return { setup, clock, store, reach };
}

it('a typed question is sent with the visit’s present language, and its answer becomes lines', async () => {
  const { setup, store, reach } = createTextConversation(answerWith('Die Decke. ', 'Sie ist alt.'));
  store.setState({ language: 'fr' });
  setup.conversation.send('Was ist das?');
  await reach('speaking');
  await reach('ready');
  expect(setup.lines).toEqual(['1 visitor: Was ist das?', '1 guide: Die Decke.', '1 guide: Sie ist alt.']);
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
    visit: { ...someVisit, language: 'fr', visitMode: 'guided', answers: { time: ['time.5'] } },
    clientMessageId: setup.state.turns[0]?.clientMessageId,
    text: 'Was ist das?',
  });
});

it('an answer in Markdown is stored with its marks, its id and its origin, and its lines have no marks', async () => {
  const generated = { kind: 'model', model: 'llama' };
  const words = ['## The ceiling\n\nIt is **ol', 'd**.'].map((delta) => sse('text', { delta }));
  const events = [sse('generated', generated), ...words, sse('done', { messageId: 'm' })];
  const { setup, reach } = createTextConversation((response) => stream(response).end(events.join('')));
  setup.conversation.send('What is this?');
  await reach('speaking');
  await reach('ready');
  expect(setup.lines.slice(1)).toEqual(['1 guide: The ceiling', '1 guide: It is old.']);
  expect(setup.state.turns[0]).toMatchObject({ generated, answer: '## The ceiling\n\nIt is **old**.', messageId: 'm' });
});

it('retry() after a cut answer sends the same id and replaces the part that arrived', async () => {
  const cut: Answering = (response) => stream(response).write(sse('text', { delta: 'Die De' }), () => response.destroy());
  const { setup, reach } = createTextConversation(cut);
  setup.conversation.send('Was ist das?');
  const failed = await reach('failed');
  expect(failed.failure?.category).toBe('interrupted');
  expect([setup.lines.at(-1), setup.state.turns[0]?.state]).toEqual(['1 guide: Die De', 'broken']);
  const first = JSON.parse(server.received[0]?.body ?? '{}').clientMessageId;
  server.answerWith(answerWith('Die Decke.'));
  setup.conversation.retry();
  await reach('ready');
  expect(setup.lines).toEqual(['1 visitor: Was ist das?', '1 guide: Die Decke.']);
  expect(JSON.parse(server.received[0]?.body ?? '{}').clientMessageId).toBe(first);
});

it.each([
  ['no answer comes', (response: ServerResponse) => response.destroy(), { category: 'network' }],
  [
    'the gateway is busy',
    (response: ServerResponse) => response.writeHead(503).end('{"code":"busy","message":"","retryAfterSeconds":4,"requestId":""}'),
    { category: 'refused', retryAfterSeconds: 4 },
  ],
  ['a portal answers', (response: ServerResponse) => response.writeHead(200).end('<html>'), { category: 'malformed' }],
])('a typed question fails with the category of the cause: %s', async (_, answering, failure) => {
  const { setup, reach } = createTextConversation(answering);
  setup.conversation.send('x');
  expect((await reach('failed')).failure).toEqual({ ...failure, clientMessageId: setup.state.turns[0]?.clientMessageId });
});

it('a typed question fails with `refused` if the visit no longer has an exhibition', async () => {
  const { setup, store, reach } = createTextConversation(answerWith('x'));
  store.setState({ exhibitionId: undefined });
  setup.conversation.send('x');
  expect((await reach('failed')).failure?.category).toBe('refused');
  expect(server.received).toEqual([]);
});

it.each([
  ['interrupted', (conversation: Conversation) => conversation.interrupt(), 'ready'],
  ['stopped', (conversation: Conversation) => conversation.stop('left'), 'off'],
  ['forgotten', (conversation: Conversation) => conversation.reset(), 'off'],
] as const)('a typed question that is %s closes its connection and causes no failure', async (_, end, phase) => {
  const { setup, clock, reach } = createTextConversation((response) => void stream(response).write(sse('text', { delta: 'Die' })));
  setup.conversation.send('x');
  await reach('speaking');
  end(setup.conversation);
  await server.isQuiet();
  expect([setup.state.phase, setup.state.failure, clock.waiting()]).toEqual([phase, undefined, 0]);
});

it('the summary of a call goes out with every message until one message is answered', async () => {
  const requests: Parameters<GuideApi['chat']>[0][] = [];
  const chat: GuideApi['chat'] = (request) => {
    requests.push(request);
    const answer = { messageId: 'm', text: '', sources: [] };
    return requests.length === 1 ? Promise.reject(new ApiError('network', 'Network Error')) : Promise.resolve(answer);
  };
  const { store, clock } = createTextConversation(answerWith());
  const transport = createTextTransport({ api: { chat }, session: { store }, clock, pastTranscriptSummary: 'Visitor: Who?' });
  for (const turn of [1, 2, 3]) {
    await new Promise<void>((done) => {
      transport.connect(({ type }) => (type === 'turn-failed' || type === 'turn-completed') && done());
      transport.send({ turn, text: 'x', clientMessageId: `id-${turn}` });
    });
  }
  expect(requests.map(({ pastTranscriptSummary }) => pastTranscriptSummary)).toEqual(['Visitor: Who?', 'Visitor: Who?', undefined]);
});

it.each([
  ['answers', ['Die De', 'Die Decke.', 'turn-completed']],
  ['is stopped as well', ['Die De', 'Die De', 'turn-failed']],
])(
  'after a gateway’s “busy” the transport sends the message once more under the same id, and the next gateway %s',
  async (next, expected) => {
    const asked: string[] = [];
    const chat: GuideApi['chat'] = async ({ clientMessageId }, onEvent) => {
      asked.push(clientMessageId);
      const isWhole = next === 'answers' && asked.length === 2;
      onEvent({ type: 'text', delta: isWhole ? 'Die Decke.' : 'Die De' });
      if (!isWhole) throw new ApiError('refused', 'busy', { code: 'busy', status: 503, retryAfterSeconds: 1 });
      return { messageId: 'm', text: 'Die Decke.', sources: [] };
    };
    const { store, clock } = createTextConversation(answerWith());
    const transport = createTextTransport({ api: { chat }, session: { store }, clock });
    const emitted: string[] = [];
    transport.connect((event) => emitted.push('text' in event ? event.text : event.type));
    transport.send({ turn: 1, text: 'x', clientMessageId: 'id' });
    const turn = () => new Promise((done) => setImmediate(done));
    while (clock.waiting() === 0) await turn();
    clock.pass(2_000);
    while (!emitted.at(-1)?.startsWith('turn-')) await turn();
    expect([emitted.slice(1), asked]).toEqual([expected, ['id', 'id']]);
  },
);

it.each([
  ['cancelled', (transport: Transport) => transport.cancel(1)],
  ['closed', (transport: Transport) => transport.close('left')],
])('a turn that is %s emits no later events', async (_, end) => {
  const emitted: TransportEvent[] = [];
  const pieces: Parameters<GuideApi['chat']>[1][] = [];
  const chat: GuideApi['chat'] = (_request, onEvent, signal) => {
    pieces.push(onEvent);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'Request aborted'))));
  };
  const { store } = createTextConversation(answerWith());
  const transport = createTextTransport({ api: { chat }, session: { store }, clock: createHandClock() });
  transport.connect((event) => emitted.push(event));
  transport.send({ turn: 1, text: 'x', clientMessageId: 'id' });
  end(transport);
  pieces[0]?.({ type: 'text', delta: 'late' });
  await new Promise((done) => setImmediate(done));
  expect(emitted).toEqual([{ type: 'connected' }]);
});
