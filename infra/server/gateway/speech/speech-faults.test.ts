import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { errorMessages } from '../../http/http-error.ts';
import { type Script, sendJson } from '../testing/scripted-server.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

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
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  const open = async (limits = {}) => {
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, limits, options: { profiles: speakingProfiles() } });
  };
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const ask = async () => {
    const { status, headers, text } = await askSound(gateway);
    return { status, headers, text, error: z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)) };
  };
  const told = () => gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a text could not be spoken');

  it.each(faults)('%s is %j', async (_, [status, code, message], script) => {
    await open();
    upstreams.on(ttsPath(), script);
    const answer = await ask();
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([status, code, message]);
    expect(told()).toMatchObject([{ level: 'error', upstream: 'speech', code, reason: expect.any(String) }]);
    expect(answer.text + gateway.logged.join('')).not.toContain('upstream secret');
  });

  it.each(late)('%s is 504 upstream-timeout', async (_, script) => {
    await open({ speechMs: 80 });
    upstreams.on(ttsPath(), script);
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
  ])('asks for patience with Retry-After “%s” is waited for %i seconds', async (asked, seconds) => {
    await open();
    upstreams.on(ttsPath(), refuse(429, { 'retry-after': asked }));
    const { headers, error } = await ask();
    expect([headers['retry-after'], error.retryAfterSeconds]).toEqual([String(seconds), seconds]);
  });

  it('answers with any status at all never gives a visitor its words', async () => {
    await open();
    const own = new Map([401, 403, 429].map((status) => [status, status]));
    // 204, 205 and 304 carry no body in HTTP itself.
    const status = fc.integer({ min: 201, max: 599 }).filter((one) => ![204, 205, 304].includes(one));
    await fc.assert(
      fc.asyncProperty(status, async (one) => {
        upstreams.on(ttsPath(), refuse(one));
        // Whoever failed five times in a row is not asked for a while.
        gateway.clock.turn(10_000);
        const answer = await ask();
        expect(answer.status).toBe(own.get(one) ?? 502);
        expect(answer.text).not.toContain('secret');
      }),
      { numRuns: 60 },
    );
  });

  it('failed is asked again, and only an answer is kept', async () => {
    await open();
    upstreams.on(ttsPath(), refuse(500));
    expect([(await askSound(gateway)).status, (await askSound(gateway)).status]).toEqual([502, 502]);
    upstreams.on(ttsPath(), answerSound());
    expect([(await askSound(gateway)).status, (await askSound(gateway)).status]).toEqual([200, 200]);
    expect(upstreams.count(ttsPath())).toBe(3);
  });

  it('fails tells everybody who waited for it the same', async () => {
    await open({ speechMs: 80 });
    upstreams.on(ttsPath(), () => undefined);
    const body = speechBody('Wanted by two.');
    const answers = await Promise.all([askSound(gateway, body), askSound(gateway, body)]);
    expect(answers.map(({ status }) => status)).toEqual([504, 504]);
  });
});
