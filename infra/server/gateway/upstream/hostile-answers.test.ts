import { STATUS_CODES } from 'node:http';
import { gatewayErrorSchema, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { ReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { errorMessages, particularMessages } from '../../http/exchange.ts';
import { chatBody, eventStream, readEvents, textOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { formOf, sendForm } from '../testing/recordings.ts';
import { exhibitionId, exhibitionRecord, museumId, museumRecord, visit } from '../testing/samples.ts';
import { answerJson, type HeardRequest, type Script, sendJson } from '../testing/scripted-server.ts';
import {
  callPath,
  chatPath,
  chatStream,
  completionsPath,
  exhibitionPath,
  loginPath,
  museumPath,
  pingPath,
  settingsPath,
} from '../testing/scripted-upstreams.ts';
import { speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { type HeardAnswer, secrets, type TestGateway } from '../testing/test-gateway.ts';
import { askCall } from '../testing/voice-client.ts';

const token = 'canary-token-61d4';
const canaries = [...Object.values(secrets), token];
/** Every failing answer and every header contains the text, which no visitor may read. */
const marker = 'canary-of-an-upstream';
const messages: string[] = [...Object.values(errorMessages), ...Object.values(particularMessages)];
const dayMs = 25 * 3_600_000;

type Answer = Pick<HeardAnswer, 'status' | 'headers' | 'text'>;
type Ask = (gateway: TestGateway) => Promise<Answer>;

let texts = 0;
const outputOf = (content: string) => ({ id: 'chat-1', output: [{ role: 'assistant', content }] });

/** A browser's request, the resulting path, and a valid answer that contains the given text. */
const asked: Record<string, [ask: Ask, path: string, shape: (said: string) => unknown]> = {
  museum: [({ get }) => get(`/api/museums/${museumId}`), museumPath, (name) => ({ ...museumRecord, name })],
  exhibition: [
    ({ get }) => get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`),
    exhibitionPath,
    (name) => ({ data: { ...exhibitionRecord, name } }),
  ],
  answer: [({ post }) => post('/api/chat', chatBody()), chatPath, outputOf],
  'streamed answer': [({ post }) => post('/api/chat', chatBody(), eventStream), chatPath, outputOf],
  questions: [
    ({ post }) => post('/api/questions', { visit, lines: ['So it is.'], asked: [] }),
    completionsPath,
    (said) => ({ choices: [{ message: { content: `${said}?\nWho was it?\nWhen was it?` } }] }),
  ],
  // A new text each time, because the gateway caches sound and would not ask the service again.
  sound: [({ post }) => post('/api/speech/en-1', speechBody(`Room ${++texts}.`)), ttsPath(), (said) => said],
  words: [(gateway) => sendForm(gateway, formOf()), '/v1/audio/transcriptions', (text) => ({ text })],
  call: [
    async (gateway) => (await askCall(gateway)).answer,
    callPath,
    (said) => ({ id: crypto.randomUUID(), webCallUrl: `https://a.daily.co/${said}`, assistant: { voice: { provider: said } } }),
  ],
  'settings of a call': [async (gateway) => (await askCall(gateway)).answer, settingsPath, (model) => ({ provider: model, model })],
  ping: [({ post }) => post('/api/visits/ping', { museumId }), pingPath, (said) => said],
};

interface Hostile {
  status: number;
  type: string;
  retryAfter: string;
  body: 'right' | 'echo' | 'marker' | 'stream' | { any: string };
}

// Excludes statuses that have no body in HTTP.
const status = fc.oneof(
  fc.constantFrom(200, 201, 301, 302, 307, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504),
  fc.integer({ min: 200, max: 599 }).filter((one) => ![204, 205, 304].includes(one)),
);
const hostile: fc.Arbitrary<Hostile> = fc.record({
  status,
  type: fc.constantFrom('application/json', 'text/event-stream', 'text/html', 'audio/mpeg', 'multipart/form-data'),
  retryAfter: fc.constantFrom('7', '0', '-1', '1e9', 'soon', marker),
  body: fc.oneof(
    fc.constantFrom('right' as const, 'echo' as const, 'marker' as const, 'stream' as const),
    fc.oneof(fc.json(), fc.string()).map((any) => ({ any })),
  ),
});

const echoOf = ({ headers, body }: HeardRequest) => `${headers.authorization ?? ''} ${headers['xi-api-key'] ?? ''} ${body}`;

function bodyOf({ status: code, body }: Hostile, heard: HeardRequest, shape: (said: string) => unknown): string | Buffer {
  const echo = echoOf(heard);
  const ending = code < 300 ? '' : marker;
  if (body === 'right') return JSON.stringify(shape(`${echo.trim().slice(0, 60)} ${ending}`));
  if (body === 'stream') return chatStream([echo.slice(0, 20), echo.slice(20, 60), ending]);
  if (body === 'echo') return JSON.stringify({ headers: heard.headers, message: `${echo} ${ending}` });
  return body === 'marker' ? `<html>${ending}` : body.any;
}

const site = openEachTest({ options: { profiles: speakingProfiles() } });

const beWell = () => {
  site.upstreams.on(loginPath, answerJson(200, { token }));
  site.upstreams.on(museumPath, answerJson(200, museumRecord));
  site.upstreams.on(exhibitionPath, answerJson(200, { data: exhibitionRecord }));
  site.upstreams.on(settingsPath, answerJson(200, { provider: 'openai', model: 'small', temperature: 0.7 }));
};
const answerWith =
  (answer: Hostile, shape: (said: string) => unknown): Script =>
  (heard, response) => {
    const echo = heard.headers.authorization ?? marker;
    const headers = { 'content-type': answer.type, 'retry-after': answer.retryAfter, 'x-echo': echo };
    response.writeHead(answer.status, { ...headers, 'set-cookie': `upstream=${marker}`, location: `/${marker}` });
    response.end(bodyOf(answer, heard, shape));
  };

/** The fields after `requestId` are Vapi's shape. */
const failureSchema = z
  .strictObject({ ...gatewayErrorSchema.shape, error: z.string().optional(), statusCode: z.number().optional() })
  .omit({ ahead: true });
const expectCatalogue = (body: unknown, answered: number) => {
  const { code, message, error, statusCode } = failureSchema.parse(body);
  expect(messages).toContain(message);
  expect(gatewayErrorStatus[code]).toBe(answered);
  expect([undefined, STATUS_CODES[answered]]).toContain(error);
  expect([undefined, answered]).toContain(statusCode);
};
const expectCleanEvents = (events: readonly ReplyEvent[]) => {
  for (const canary of canaries) expect(textOf(events)).not.toContain(canary);
  for (const event of events) if (event.type === 'error') expect(errorMessages[event.code]).toBe(event.message);
};
const expectClean = ({ status: answered, headers, text }: Answer) => {
  const all = `${JSON.stringify(headers)} ${text}`;
  for (const canary of [...canaries, marker]) expect(all).not.toContain(canary);
  if (answered >= 400) return expectCatalogue(JSON.parse(text), answered);
  if (String(headers['content-type']).startsWith('text/event-stream')) expectCleanEvents(readEvents({ text }));
};

it('whatever a service answers, a browser gets the requested answer or the catalogue’s words, and never a secret', async () => {
  const cases = fc.tuple(fc.constantFrom(...Object.values(asked)), hostile);
  await forAllAsync(cases, async ([[ask, path, shape], answer]) => {
    // No record, open circuit or limit of the last case remains.
    site.gateway.clock.turn(dayMs);
    beWell();
    site.upstreams.on(path, answerWith(answer, shape));
    expectClean(await ask(site.gateway));
  });
  const logged = site.gateway.logged.join('');
  for (const canary of canaries) expect(logged).not.toContain(canary);
});

it('a failing login that repeats its request reveals no password', async () => {
  site.gateway.clock.turn(dayMs);
  beWell();
  site.upstreams.on(museumPath, answerJson(401, {}));
  site.upstreams.on(loginPath, ({ body }, response) => sendJson(response, 500, { message: body }));
  expectClean(await site.gateway.get(`/api/museums/${museumId}`));
  expect(site.gateway.logged.join('')).not.toContain(secrets.password);
});

it.each(Object.entries(asked))('a well-formed answer that contains our key fails: %s', async (name, [ask, path, shape]) => {
  site.gateway.clock.turn(dayMs);
  beWell();
  const type = name === 'sound' ? 'audio/mpeg' : 'application/json';
  site.upstreams.on(path, answerWith({ status: 200, type, retryAfter: '7', body: 'right' }, shape));
  const before = site.upstreams.count(path);
  const answer = await ask(site.gateway);
  expectClean(answer);
  await expect.poll(() => site.upstreams.count(path)).toBeGreaterThan(before);
  const told = { questions: '{"questions":[]}', ping: '' }[name] ?? '"code":"upstream-failed"';
  expect(answer.text).toContain(told);
});
