import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { errorMessages } from '../../http/exchange.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { type Script, sendJson } from '../testing/scripted-server.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';

const refuse =
  (status: number, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"detail":"upstream secret"}');

const failed = [502, 'upstream-failed', errorMessages['upstream-failed']] as const;
const waitText = 'Rate limit exceeded. Please wait a moment and try again.';

const faults: [name: string, told: readonly [status: number, code: string, message: string], script: Script][] = [
  ['does not know the key', [401, 'unauthorized', 'Invalid API key.'], refuse(401)],
  ['forbids it', [403, 'forbidden', 'Access forbidden.'], refuse(403)],
  ['is asked too often', [429, 'too-many', waitText], refuse(429)],
  ['does not understand', failed, refuse(400)],
  ['does not know the voice', failed, refuse(404)],
  ['does not like the text', failed, refuse(422)],
  ['fails', failed, refuse(500)],
  ['redirects', failed, refuse(307, { location: '/elsewhere' })],
  ['answers JSON', failed, (_, response) => sendJson(response, 200, { audio: '' })],
  ['answers another sound', failed, answerSound(sound, 'audio/mpegurl')],
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

describe('a speech service that', () => {
  const options = { profiles: speakingProfiles() };
  const site = openEachTest({ options });
  const beQuick = () => site.reopen({ options, limits: { speechMs: 80 } });

  const ask = async () => {
    const { status, headers, text } = await askSound(site.gateway);
    return { status, headers, text, error: z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)) };
  };
  const told = () => site.gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a text could not be spoken');

  it.each(faults)('a speech service that %s is %j', async (_, [status, code, message], script) => {
    site.upstreams.on(ttsPath(), script);
    const answer = await ask();
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([status, code, message]);
    expect(told()).toMatchObject([{ level: 'error', upstream: 'speech', code, reason: expect.any(String) }]);
    expect(answer.text + site.gateway.logged.join('')).not.toContain('upstream secret');
  });

  it.each(late)('a speech service that %s is 504 upstream-timeout', async (_, script) => {
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
  ])('a speech service that asks for patience with Retry-After “%s” is waited for %i seconds', async (asked, seconds) => {
    site.upstreams.on(ttsPath(), refuse(429, { 'retry-after': asked }));
    const { headers, error } = await ask();
    expect([headers['retry-after'], error.retryAfterSeconds]).toEqual([String(seconds), seconds]);
  });

  it('a speech service that failed is asked again, and only an answer is kept', async () => {
    site.upstreams.on(ttsPath(), refuse(500));
    expect([(await askSound(site.gateway)).status, (await askSound(site.gateway)).status]).toEqual([502, 502]);
    site.upstreams.on(ttsPath(), answerSound());
    expect([(await askSound(site.gateway)).status, (await askSound(site.gateway)).status]).toEqual([200, 200]);
    expect(site.upstreams.count(ttsPath())).toBe(3);
  });

  it('a speech service that fails fails for all waiting requests alike', async () => {
    await beQuick();
    site.upstreams.on(ttsPath(), () => undefined);
    const body = speechBody('Wanted by two.');
    const answers = await Promise.all([askSound(site.gateway, body), askSound(site.gateway, body)]);
    expect(answers.map(({ status }) => status)).toEqual([504, 504]);
  });
});
