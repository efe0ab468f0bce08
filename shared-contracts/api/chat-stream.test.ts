// @rstest-environment node
import type { ServerResponse } from 'node:http';
import { expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { ApiError } from './api-error.ts';
import { createGuideApi, idleLimitMs } from './create-guide-api.ts';
import type { ChatEvent } from './guide-api.ts';
import { firstByteLimitMs } from './request.ts';
import type { ChatRequest } from './request-schemas.ts';
import { type Answering, sse, startAnsweringServer, stream } from './testing/answering-server.ts';

const server = await startAnsweringServer();

const place = { museumId: '6610a1b2c3d4e5f601000001', exhibitionId: '6610a1b2c3d4e5f602000001' };
const visit: ChatRequest['visit'] = { ...place, language: 'de', visitMode: 'guided', answers: { time: ['time.5'] } };
const request = { visit, clientMessageId: '0b2f7a52-6c7e-4d7e-9a51-1f3c6a1f0a01', text: 'Wer hat das gemalt?' };

const source = { title: 'Decke', document: 'ceiling' };
const room = { index: 1, count: 3, name: 'Salon' };
const words = ['Die ', 'Decke ', 'malte ', '„Tiepolo“ ', '– 🎨 ', 'vermutlich.'];
const spoken = words.map((delta) => sse('text', { delta }));
const whole = [sse('room', room), ...spoken, sse('source', source), sse('done', { messageId: 'm1' })].join('');
const wholeAnswer = { messageId: 'm1', text: words.join(''), sources: [source], room };

async function chat(
  answering: Answering,
  { signal, clock = createHandClock() }: { signal?: AbortSignal; clock?: ReturnType<typeof createHandClock> } = {},
) {
  server.answerWith(answering);
  const events: ChatEvent[] = [];
  const api = createGuideApi({ fetch, clock, baseUrl: server.baseUrl });
  const work = api.chat(request, (event) => events.push(event), signal);
  const { answer, failure } = await work.then(
    (answer) => ({ answer, failure: undefined }),
    (failure: ApiError) => ({ answer: undefined, failure }),
  );
  const text = events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
  return { answer, failure, events, text, waiting: clock.waiting() };
}

it('chat() emits each event as it arrives and resolves with the whole answer', async () => {
  const { answer, events, waiting } = await chat((response) => stream(response).end(whole));
  expect(answer).toEqual(wholeAnswer);
  expect(events).toEqual([{ type: 'room', room }, ...words.map((delta) => ({ type: 'text', delta })), { type: 'source', source }]);
  expect(waiting).toBe(0);
  const [{ method, url, headers, body }] = server.received as [(typeof server.received)[number]];
  expect([method, url, headers['x-enfilade'], JSON.parse(body)]).toEqual(['POST', '/api/chat', '1', request]);
  expect(headers.accept).toMatch(/^text\/event-stream/);
});

it('chat() rejects a captive portal’s page as malformed', async () => {
  const { failure } = await chat((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'));
  expect(failure).toMatchObject({ category: 'malformed' });
});

it('chat() ignores unknown events and comments, resolves at the done event and closes the connection', async () => {
  const unknown = `: hello\n\n${sse('mood', { glad: true })}${sse('constructor', 1)}`;
  const { answer } = await chat((response) => void stream(response).write(unknown + whole));
  expect(answer).toEqual(wholeAnswer);
  await server.isQuiet();
});

const bytes = Buffer.from(whole);
const doneAt = bytes.length - 1;
const spread = Array.from({ length: 200 }, (_, index) => Math.floor((index * doneAt) / 200));

/** A reader of the first `length` bytes must have received these events. */
function toldBy(length: number) {
  const events = bytes.subarray(0, length).toString().split('\n\n').slice(0, -1);
  return events
    .map((event) => /^event: text\ndata: (.*)$/.exec(event)?.[1])
    .map((data) => (data ? JSON.parse(data).delta : ''))
    .join('');
}

const cuts: [manner: string, cut: (response: ServerResponse, part: Uint8Array) => void][] = [
  ['in the middle of the connection', (response, part) => stream(response).write(part, () => response.destroy())],
  ['at a proper end', (response, part) => stream(response).end(part)],
];

it.each(cuts)('a stream cut at any of 200 points (%s) emits what arrived and rejects as interrupted', async (_, cut) => {
  for (const point of spread) {
    const { answer, failure, text } = await chat((response) => cut(response, bytes.subarray(0, point)));
    expect(answer).toBeUndefined();
    expect(failure).toBeInstanceOf(ApiError);
    expect(text).toBe(toldBy(point));
    expect([point, failure?.category]).toEqual([point, point === 0 && failure?.message === 'Network Error' ? 'network' : 'interrupted']);
  }
});

it('aborting chat() rejects as aborted and closes the connection', async () => {
  const controller = new AbortController();
  const abortLater: Answering = (response) =>
    void stream(response).write(sse('text', { delta: 'Die ' }), () => setImmediate(() => controller.abort()));
  const { failure, text } = await chat(abortLater, { signal: controller.signal });
  expect(failure).toMatchObject({ category: 'aborted', message: 'Request aborted' });
  expect('Die ').toContain(text);
  await server.isQuiet();
});

it('chat() times out 15 s after the request if no text arrives', async () => {
  const clock = createHandClock();
  const stayQuiet: Answering = (response) => {
    stream(response).flushHeaders();
    clock.pass(firstByteLimitMs - 1);
    setImmediate(() => clock.pass(1));
  };
  const { failure } = await chat(stayQuiet, { clock });
  expect(failure).toMatchObject({ category: 'timeout', message: 'timeout of 15000 ms exceeded' });
  await server.isQuiet();
});

it('chat() times out after a pause of 20 s between two pieces, and shorter pauses restart the timeout', async () => {
  const clock = createHandClock();
  const emitted: string[] = [];
  server.answerWith((response) => {
    stream(response).write(sse('text', { delta: 'a' }));
    const next = () => {
      clock.pass(idleLimitMs - 1);
      if (emitted.length < 3) response.write(sse('text', { delta: 'a' }));
      else clock.pass(1);
    };
    onTold = next;
  });
  let onTold = () => {};
  const api = createGuideApi({ fetch, clock, baseUrl: server.baseUrl });
  const work = api.chat(request, (event) => {
    emitted.push(event.type);
    setImmediate(() => onTold());
  });
  await expect(work).rejects.toMatchObject({ category: 'timeout', message: 'timeout of 20000 ms exceeded' });
  expect(emitted).toEqual(['text', 'text', 'text']);
  expect(clock.waiting()).toBe(0);
});

it.each([
  ['before the answer', '', 'too-many', 'refused'],
  ['in the middle of the answer', sse('text', { delta: 'Die ' }), 'upstream-failed', 'refused'],
  ['for an upstream timeout', sse('text', { delta: 'Die ' }), 'upstream-timeout', 'timeout'],
] as const)(
  'an error event %s rejects with its code, and the text before the error event was emitted',
  async (_, before, code, category) => {
    const { failure, text } = await chat((response) =>
      stream(response).end(before + sse('error', { code, message: 'Not now', retryAfterSeconds: 5 })),
    );
    expect(failure).toMatchObject({ category, code, message: 'Not now', retryAfterSeconds: 5 });
    expect(text).toBe(before && 'Die ');
  },
);

it.each([
  ['text that is not JSON', 'event: text\ndata: Die Decke\n\n'],
  ['a text without delta', sse('text', { word: 'Die' })],
  ['a room beyond the tour', sse('room', { index: -1, count: 3, name: 'x' })],
  ['an error with an unknown code', sse('error', { code: 'whatever', message: '' })],
])('chat() rejects a stream as malformed if the stream holds %s', async (_, text) => {
  const { failure } = await chat((response) => stream(response).end(text + whole));
  expect(failure).toMatchObject({ category: 'malformed' });
});

it('an error that a listener throws rejects chat() unchanged and closes the connection', async () => {
  server.answerWith((response) => stream(response).end(whole));
  const api = createGuideApi({ fetch, clock: createHandClock(), baseUrl: server.baseUrl });
  const work = api.chat(request, () => {
    throw new RangeError('listener');
  });
  await expect(work).rejects.toThrow(RangeError);
  await server.isQuiet();
});
