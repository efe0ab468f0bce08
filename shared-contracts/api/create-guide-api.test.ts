// @rstest-environment node
import { getEventListeners } from 'node:events';
import { expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import type { ApiError } from './api-error.ts';
import { createGuideApi, speechLimitMs, transcriptionLimitMs, welcomeLimitMs } from './create-guide-api.ts';
import type { GuideApi } from './guide-api.ts';
import { callLimitMs } from './request.ts';
import { type Answering, json, startAnsweringServer } from './testing/answering-server.ts';

const server = await startAnsweringServer();

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const messageId = '3f2b6a52-9c1d-4a3e-8f60-0d5c2b7e9a11';
const visit = { museumId, exhibitionId, language: 'en', visitMode: 'guided', answers: {} } as const;

function createApi(answering: Answering) {
  server.answerWith(answering);
  const clock = createHandClock();
  return { clock, api: createGuideApi({ fetch, clock, baseUrl: server.baseUrl }) };
}

const calls: Record<string, (api: GuideApi, signal?: AbortSignal) => Promise<unknown>> = {
  loadMuseum: (api, signal) => api.loadMuseum(museumId, signal),
  findMuseum: (api, signal) => api.findMuseum('belm', signal),
  loadExhibition: (api, signal) => api.loadExhibition(museumId, exhibitionId, signal),
  findPassages: (api, signal) => api.findPassages(museumId, 'a & é', 'de', signal),
  loadDocument: (api, signal) => api.loadDocument(museumId, { document: 'a/b' }, 'en', signal),
  loadReleaseSet: (api, signal) => api.loadReleaseSet(museumId, signal),
  pingKnowledgeBase: (api, signal) => api.pingKnowledgeBase(museumId, signal),
  generateQuestions: (api, signal) => api.generateQuestions({ visit, lines: [], asked: [] }, signal),
  translate: (api, signal) => api.translate({ museumId, from: 'en', to: 'de', lines: ['Good day.'] }, signal),
  welcome: (api, signal) => api.welcome({ visit }, signal),
  rate: (api, signal) => api.rate({ visit, messageId, rating: 'helpful' }, signal),
  transcribe: (api, signal) => api.transcribe(new Blob(['RIFF']), 'en', signal),
  speak: (api, signal) => api.speak('en-1', { visit, text: 'Good day.' }, signal),
  checkConnection: (api, signal) => api.checkConnection(signal),
};
const limits: Record<string, number> = { welcome: welcomeLimitMs, transcribe: transcriptionLimitMs, speak: speechLimitMs };
const names = Object.keys(calls);
const call = (name: string, api: GuideApi, signal?: AbortSignal) => (calls[name] as (typeof calls)[string])(api, signal);

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error) => error,
  );

const day = { issuedAt: '2026-11-20T10:00:00Z', expiresAt: '2026-11-21T10:00:00Z' };
const signed = { keyId: '0'.repeat(16), signature: 'A'.repeat(86) };

it('each call requests its endpoint and returns the payload of the answer', async () => {
  const { api } = createApi((response, { url = '' }) => {
    const answers: Record<string, unknown> = {
      [`/api/museums/${museumId}`]: { museum: { _id: museumId, name: 'Belmonte' }, profile: {} },
      '/api/museums?code=b%26l%C3%A9': { museumId },
      [`/api/museums/${museumId}/exhibitions/${exhibitionId}`]: { exhibition: { _id: exhibitionId, name: 'Staircase', prompt: 'secret' } },
      [`/api/compositions/${museumId}`]: { museumId, sequence: 1, ...day, contract: '1.0.0', remotes: {}, ...signed },
      [`/api/museums/${museumId}/documents?language=de&search=a+%26+%C3%A9`]: { language: 'de', passages: [] },
      [`/api/museums/${museumId}/documents/a%2Fb?language=en`]: { language: 'en', title: 'A', paragraphs: ['B.'] },
      '/api/questions': { questions: ['a', 'b', 'c'] },
    };
    json(answers[url] ?? null)(response, { method: '', url, headers: {}, body: '' });
  });
  expect((await api.loadMuseum(museumId)).profile.guideName).toBe('Clara');
  expect(await api.findMuseum('b&lé')).toBe(museumId);
  expect(await api.loadExhibition(museumId, exhibitionId)).toEqual({ _id: exhibitionId, name: 'Staircase', pronunciations: [] });
  expect((await api.loadReleaseSet(museumId)).sequence).toBe(1);
  expect(await api.findPassages(museumId, 'a & é', 'de')).toEqual({ language: 'de', passages: [] });
  expect((await api.loadDocument(museumId, { document: 'a/b' }, 'en')).paragraphs).toEqual(['B.']);
  expect(await api.generateQuestions({ visit, lines: ['x'], asked: [] })).toEqual(['a', 'b', 'c']);
  expect(server.received.map(({ method, headers }) => [method, headers['x-enfilade'], headers['content-type']])).toEqual([
    ...Array(6).fill(['GET', undefined, undefined]),
    ['POST', '1', 'application/json'],
  ]);
});

it('a POST without a result sends its body as JSON and accepts an empty answer', async () => {
  const { api } = createApi((response) => response.writeHead(204).end());
  await api.pingKnowledgeBase(museumId);
  const reports = { sequence: 3, reports: [{ remote: 'visit', version: '1.0.0', kind: 'loaded' as const }] };
  await api.report(reports);
  expect(server.received.map(({ url, body, headers }) => [url, JSON.parse(body), headers['x-enfilade']])).toEqual([
    ['/api/visits/ping', { museumId }, '1'],
    ['/api/reports', reports, '1'],
  ]);
});

it('each call sends an X-Request-Id of its own, except the calls that the page preloads', async () => {
  const { api } = createApi((response) => response.writeHead(204).end());
  for (const name of names) await call(name, api).catch(() => undefined);
  await api.report({ sequence: 1, reports: [] });
  const ids = new Map(server.received.map(({ url = '', headers }) => [url, headers['x-request-id']]));
  const preloaded = [`/api/museums/${museumId}`, `/api/museums/${museumId}/exhibitions/${exhibitionId}`];
  for (const url of preloaded) expect(ids.get(url)).toBeUndefined();
  const sent = [...ids].filter(([url]) => !preloaded.includes(url));
  for (const one of sent) expect(one).toEqual([one[0], expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}$/)]);
  expect([sent.length, new Set(sent.map(([, id]) => id)).size]).toEqual([names.length - 1, names.length - 1]);
});

it('transcribe() sends a form with the language before the file', async () => {
  const { api } = createApi(json({ text: 'Why is it dark?' }));
  expect(await api.transcribe(new Blob(['RIFF-and-sound'], { type: 'audio/wav' }), 'de')).toBe('Why is it dark?');
  const [received] = server.received;
  expect([received?.url, received?.headers['x-enfilade']]).toEqual(['/api/transcriptions', '1']);
  expect(received?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(received?.body).toMatch(
    /name="language"\r\n\r\nde\r\n[\s\S]*name="file"; filename="audio.wav"\r\nContent-Type: audio\/wav\r\n\r\nRIFF-and-sound/,
  );
});

it('speak() returns the bytes of the sound and rejects an HTML answer as malformed', async () => {
  const { api } = createApi((response) => response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('sound'));
  expect(Buffer.from(await api.speak('en-1', { visit, text: 'Good day.' })).toString()).toBe('sound');
  expect([server.received[0]?.url, JSON.parse(server.received[0]?.body ?? '')]).toEqual(['/api/speech/en-1', { visit, text: 'Good day.' }]);
  const portal = createApi((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>')).api;
  expect(await failureOf(portal.speak('en-1', { visit, text: 'x' }))).toMatchObject({ category: 'malformed' });
});

it.each(names)('%s rejects as network if the connection closes without an answer', async (name) => {
  const { api } = createApi((response) => response.destroy());
  expect(await failureOf(call(name, api))).toMatchObject({ name: 'ApiError', category: 'network', message: 'Network Error' });
});

it.each(names)('%s rejects as timeout if no answer arrives within its limit', async (name) => {
  const limitMs = limits[name] ?? callLimitMs;
  const { api, clock } = createApi(() => clock.pass(limitMs));
  expect(await failureOf(call(name, api))).toMatchObject({ category: 'timeout', message: `timeout of ${limitMs} ms exceeded` });
  expect(clock.waiting()).toBe(0);
  await server.isQuiet();
});

it('a call rejects as timeout if only the body hangs', async () => {
  const { api, clock } = createApi((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"museum":');
    setImmediate(() => clock.pass(callLimitMs));
  });
  expect(await failureOf(api.loadMuseum(museumId))).toMatchObject({ category: 'timeout' });
  await server.isQuiet();
});

it('a call rejects at its limit even if fetch ignores the abort signal', async () => {
  const clock = createHandClock();
  const api = createGuideApi({ fetch: () => new Promise(() => {}), clock });
  const failure = failureOf(api.loadMuseum(museumId));
  clock.pass(callLimitMs);
  expect(await failure).toMatchObject({ category: 'timeout' });
});

it.each(names)('aborting %s rejects the call as aborted and closes the connection', async (name) => {
  const controller = new AbortController();
  const { api, clock } = createApi(() => controller.abort());
  expect(await failureOf(call(name, api, controller.signal))).toMatchObject({ category: 'aborted', message: 'Request aborted' });
  expect(clock.waiting()).toBe(0);
  await server.isQuiet();
});

it('a call with an aborted signal sends no request', async () => {
  const { api } = createApi(json({ museumId }));
  expect(await failureOf(api.findMuseum('x', AbortSignal.abort()))).toMatchObject({ category: 'aborted' });
  expect(server.received).toEqual([]);
});

it('a finished call removes its listeners from the caller’s signal and stops its timer', async () => {
  const { api, clock } = createApi(json({ museumId }));
  const { signal } = new AbortController();
  const counts: number[] = [];
  const count = () => counts.push(getEventListeners(signal, 'abort').length);
  const work = api.findMuseum('x', signal).then(count);
  count();
  await work;
  expect([counts, clock.waiting()]).toEqual([[1, 0], 0]);
});

it.each([
  [429, 'too-many', 'refused', 7],
  [504, 'upstream-timeout', 'timeout', undefined],
])('a refusal with status %i and code %s rejects as %s with its Retry-After seconds', async (status, code, category, retryAfterSeconds) => {
  const { api } = createApi(json({ code, message: 'm', retryAfterSeconds, requestId: 'r' }, status));
  const message = `Request failed with status code ${status}`;
  expect(await failureOf(api.findMuseum('x'))).toMatchObject({ category, message, code, status, retryAfterSeconds });
});

it.each([['<h1>Bad gateway</h1>'], ['{"code":"made-up","message":"","requestId":""}'], ['{"error":"stack trace"}'], ['']])(
  'a refusal without the gateway’s error body rejects with its status alone: %s',
  async (body) => {
    const { api } = createApi((response) => response.writeHead(502).end(body));
    const failure = await failureOf(api.findMuseum('x'));
    expect(failure).toMatchObject({ category: 'refused', status: 502, message: 'Request failed with status code 502' });
    expect([failure.code, failure.retryAfterSeconds]).toEqual([undefined, undefined]);
  },
);

it.each([
  ['a captive portal’s page', '<html>Please log in to the museum’s Wi-Fi</html>'],
  ['half of a museum', '{"museum":{"_id":'],
  ['a museum without an id', '{"museum":{"name":"x"},"profile":{}}'],
  ['an unknown entry screen', `{"museum":{"_id":"${museumId}","name":"x"},"profile":{"entryScreen":"casino"}}`],
  ['nothing', 'null'],
])('a call rejects an answer of the wrong shape as malformed: %s', async (_, body) => {
  const { api } = createApi((response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body));
  expect(await failureOf(api.loadMuseum(museumId))).toMatchObject({ category: 'malformed' });
});

it('the error for an answer of the wrong shape names the field', async () => {
  const { api } = createApi(json({ questions: ['only one'] }));
  const { message } = await failureOf(api.generateQuestions({ visit, lines: [], asked: [] }));
  expect(message).toBe('The response does not match its schema at questions');
});
