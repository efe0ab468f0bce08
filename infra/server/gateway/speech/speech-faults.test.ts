import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { createLog } from '../../http/create-log.ts';
import { errorMessages, HttpError } from '../../http/exchange.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { startBrowser } from '../testing/raw-request.ts';
import { answerJson, type Script } from '../testing/scripted-server.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { createSpeechLibrary } from './speech-routes.ts';

const refuse =
  (status: number, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"detail":"upstream secret"}');

const failed = [502, 'upstream-failed', errorMessages['upstream-failed']] as const;
const waitText = 'Rate limit exceeded. Please wait a moment and try again.';

const faults: [name: string, told: readonly [status: number, code: string, message: string], script: Script][] = [
  ['refuses the key', [401, 'unauthorized', 'Invalid API key.'], refuse(401)],
  ['forbids the request', [403, 'forbidden', 'Access forbidden.'], refuse(403)],
  ['limits the rate', [429, 'too-many', waitText], refuse(429)],
  ['responds with 400', failed, refuse(400)],
  ['does not know the voice', failed, refuse(404)],
  ['refuses the text', failed, refuse(422)],
  ['responds with 500', failed, refuse(500)],
  ['redirects', failed, refuse(307, { location: '/elsewhere' })],
  ['answers JSON', failed, answerJson(200, { audio: '' })],
  ['answers another sound format', failed, answerSound(sound, 'audio/mpegurl')],
  ['answers without a type', failed, (_, response) => void response.end(sound)],
  ['answers nothing', failed, answerSound(Buffer.alloc(0))],
  ['answers too much', failed, answerSound(Buffer.alloc(4 * 1024 * 1024 + 1))],
  ['breaks the connection', failed, (_, response) => void response.destroy()],
  ['breaks off', failed, (_, response) => breakOff(response)],
];

function breakOff(response: Parameters<Script>[1]): void {
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '100' });
  response.write(sound, () => response.socket?.destroySoon());
}

const late: [name: string, script: Script][] = [
  ['never answers', () => undefined],
  ['stops in the middle', (_, response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).write(sound)],
];

const options = { profiles: speakingProfiles() };
const site = openEachTest({ options });
const beQuick = () => site.reopen({ options, limits: { speechMs: 80 } });

const ask = async () => {
  const { status, headers, text } = await askSound(site.gateway);
  return { status, headers, text, error: z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)) };
};
const told = () => site.gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'speech synthesis of a text failed');

it.each(faults)('a speech service that %s makes the gateway answer %j', async (_, [status, code, message], script) => {
  site.upstreams.on(ttsPath(), script);
  const answer = await ask();
  expect([answer.status, answer.error.code, answer.error.message]).toEqual([status, code, message]);
  expect(told()).toMatchObject([{ level: 'error', upstream: 'speech', code, reason: expect.any(String) }]);
  expect(answer.text + site.gateway.logged.join('')).not.toContain('upstream secret');
});

it.each(late)('a speech service that %s makes the gateway respond with 504 upstream-timeout', async (_, script) => {
  await beQuick();
  site.upstreams.on(ttsPath(), script);
  const { status, error } = await ask();
  expect([status, error.code, error.message]).toEqual([504, 'upstream-timeout', errorMessages['upstream-timeout']]);
});

it.each([
  ['7', 7],
  ['1.2', 2],
  ['120', 120],
  ['121', 5],
  ['0', 5],
  ['-3', 5],
  ['Fri, 20 Nov 2026 19:00:00 GMT', 5],
  ['', 5],
])('a 429 with Retry-After “%s” makes browsers wait for %i seconds', async (asked, seconds) => {
  site.upstreams.on(ttsPath(), refuse(429, { 'retry-after': asked }));
  const { headers, error } = await ask();
  expect([headers['retry-after'], error.retryAfterSeconds]).toEqual([String(seconds), seconds]);
});

it('a failure is not cached, and a sound is', async () => {
  site.upstreams.on(ttsPath(), refuse(500));
  expect([(await askSound(site.gateway)).status, (await askSound(site.gateway)).status]).toEqual([502, 502]);
  site.upstreams.on(ttsPath(), answerSound());
  expect([(await askSound(site.gateway)).status, (await askSound(site.gateway)).status]).toEqual([200, 200]);
  expect(site.upstreams.count(ttsPath())).toBe(3);
});

it('a failure of the speech service answers all waiting requests', async () => {
  await beQuick();
  site.upstreams.on(ttsPath(), () => undefined);
  const body = speechBody('Wanted by two.');
  const answers = await Promise.all([askSound(site.gateway, body), askSound(site.gateway, body)]);
  expect(answers.map(({ status }) => status)).toEqual([504, 504]);
});

it('a sound whose visitor left is cached for the next visitor, without an error in the log', async () => {
  const { gateway, upstreams } = site;
  const called = upstreams.hold(ttsPath());
  const browser = startBrowser(gateway, '/api/speech/en-1', speechBody());
  const call = await called;
  browser.destroy();
  call.writeHead(200, { 'content-type': 'audio/mpeg' }).end(sound);
  expect((await askSound(gateway)).status).toBe(200);
  expect(upstreams.count(ttsPath())).toBe(1);
  expect(gateway.logged.join('')).not.toContain('"level":"error"');
});

const utterance = { providerVoice: 'provider-en-1', language: 'en', spoken: 'Hello.' } as const;
const log = createLog({ level: 'silent' });
const reserve = async () => ({ extend: async () => true, settle: async () => undefined });
const refuseBudget = () => Promise.reject(new HttpError('too-many'));

it('a visitor without budget is refused, and another visitor gets the same text spoken, no matter who came first', async () => {
  const asked: (() => void)[] = [];
  const library = createSpeechLibrary(() => new Promise((resolve) => asked.push(() => resolve(sound))));
  const [first, second, third] = [refuseBudget, reserve, refuseBudget].map((reserving) =>
    library.find(utterance, { reserve: reserving, log }).catch((error: unknown) => error),
  );
  for (const refused of [first, third]) expect(await refused).toMatchObject({ code: 'too-many' });
  asked[0]?.();
  expect(await second).toBe(sound);
  expect(asked).toHaveLength(1);
});
