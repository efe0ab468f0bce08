import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from '@rstest/core';
import { errorMessages } from '../../http/exchange.ts';
import { defaultLimits } from '../gateway.ts';
import { openEachTestBefore } from '../testing/open-each-test.ts';
import { fieldPart, fileHead, formOf, noise, sendForm, spoken, startUpload, type Upload, waveFile } from '../testing/recordings.ts';
import { sendJson } from '../testing/scripted-server.ts';
import { upstreamsAt } from '../testing/test-gateway.ts';
import { startTranscriptionServer, type TranscriptionScript } from '../testing/transcription-server.ts';

const faults: [name: string, status: number, code: keyof typeof errorMessages, script: TranscriptionScript][] = [
  ['refuses the key', 502, 'upstream-failed', ({ response }) => sendJson(response, 401, { error: 'upstream secret' })],
  ['forbids the request', 502, 'upstream-failed', ({ response }) => sendJson(response, 403, { error: 'upstream secret' })],
  ['responds with 500', 502, 'upstream-failed', ({ response }) => sendJson(response, 500, { error: 'upstream secret' })],
  ['responds with 429', 503, 'busy', ({ response }) => sendJson(response, 429, { error: 'upstream secret' })],
  ['redirects', 502, 'upstream-failed', ({ response }) => void response.writeHead(307, { location: '/elsewhere' }).end('upstream secret')],
  ['answers another shape', 502, 'upstream-failed', ({ response }) => sendJson(response, 200, { words: ['upstream secret'] })],
  ['answers HTML', 502, 'upstream-failed', ({ response }) => void response.writeHead(200).end('<html>upstream secret')],
  ['answers too much text', 502, 'upstream-failed', ({ response }) => sendJson(response, 200, { text: 'upstream secret '.repeat(2000) })],
  ['breaks the connection', 502, 'upstream-failed', ({ response }) => void response.destroy()],
];

const site = openEachTestBefore(startTranscriptionServer);
const calls = () => site.upstreams.calls;
const wait = () => site.gateway.clock.turn(defaultLimits.transcriptionMs);

const expectFault = async (answer: Upload['answer'], status: number, code: keyof typeof errorMessages) => {
  const { text, status: actual } = await answer;
  const body = JSON.parse(text);
  expect([actual, body.code, body.message]).toEqual([status, code, errorMessages[code]]);
  expect(text + site.gateway.logged.join('')).not.toContain('secret');
};

it.each(faults)('a transcription service that %s makes the gateway answer %i %s', async (...fault) => {
  const [, status, code, script] = fault;
  site.upstreams.whenWhole(script);
  await expectFault(sendForm(site.gateway, formOf()), status, code);
  expect(calls().length).toBe(1);
});

it('an unreachable transcription service makes the gateway respond with 502', async () => {
  await site.reopen({ options: { upstreams: upstreamsAt('http://127.0.0.1:1') } });
  await expectFault(sendForm(site.gateway, formOf()), 502, 'upstream-failed');
});

it.each<[string, TranscriptionScript]>([
  ['is silent', () => wait()],
  ['stops in the middle of its answer', ({ response }) => void response.writeHead(200).write('{"text": "', wait)],
])('a transcription service that %s makes the gateway respond with 504 and end the call', async (_, script) => {
  site.upstreams.whenWhole(script);
  await expectFault(sendForm(site.gateway, formOf()), 504, 'upstream-timeout');
  await calls()[0]?.closed;
});

it('a visitor who leaves ends the call of the transcription service', async () => {
  site.upstreams.whenWhole(() => undefined);
  const upload = startUpload(site.gateway);
  upload.end(formOf());
  await expect.poll(() => calls()[0]?.isWhole()).toBe(true);
  upload.leave();
  await calls()[0]?.closed;
  expect(calls()[0]?.response.writableFinished).toBe(false);
});

it('a visitor who leaves in the middle of the upload causes neither a call nor an error in the log', async () => {
  const asked = once(site.gateway.app.server, 'request');
  const upload = startUpload(site.gateway);
  upload.write(Buffer.concat([fieldPart('language', 'en'), fileHead(), spoken.subarray(0, 16_000)]));
  const [, response] = (await asked) as [unknown, ServerResponse];
  upload.leave();
  await once(response, 'close');
  expect(calls()).toEqual([]);
  await site.gateway.close();
  expect(site.gateway.logged.join('')).not.toContain('"level":"error"');
});

it('a transcription service that does not read makes the gateway respond with 504', async () => {
  await site.reopen({ limits: { transcriptionMs: 1_000 } });
  site.upstreams.atOnce(({ response }) => void response.req.pause().socket.pause());
  await expectFault(sendForm(site.gateway, formOf(waveFile(noise(1_900_000)))), 504, 'upstream-timeout');
});

it('a gateway that holds a hundred recordings refuses the next with 503 until one ends', async () => {
  let asked = 0;
  site.gateway.app.server.on('request', () => {
    asked += 1;
  });
  const uploads = Array.from({ length: 100 }, () => startUpload(site.gateway));
  await expect.poll(() => asked).toBe(100);
  await expectFault(sendForm(site.gateway, formOf()), 503, 'busy');
  for (const upload of uploads) upload.leave();
  await expect.poll(async () => (await sendForm(site.gateway, formOf())).status).toBe(200);
});
