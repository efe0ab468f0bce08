import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import { recordingLimitBytes } from '@enfilade/shared-contracts/api/limits';
import { transcriptionResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { openEachTestBefore } from '../testing/open-each-test.ts';
import {
  boundary,
  fieldPart,
  fileHead,
  filePart,
  formEnd,
  formOf,
  noise,
  sendForm,
  spoken,
  startUpload,
  waveFile,
} from '../testing/recordings.ts';
import { sendJson } from '../testing/scripted-server.ts';
import { secrets, upstreamsAt } from '../testing/test-gateway.ts';
import { startTranscriptionServer, type TranscriptionCall } from '../testing/transcription-server.ts';

const site = openEachTestBefore(startTranscriptionServer);
const calls = () => site.upstreams.calls;
const formAtService = () => (calls()[0] as TranscriptionCall).form();
const heardFile = async () => Buffer.from(await ((await formAtService()).get('file') as File).arrayBuffer());

it('a recording reaches the service byte for byte with the gateway’s key, and its words are returned', async () => {
  const answer = await sendForm(site.gateway, formOf(spoken, 'de'));
  expect(answer.status).toBe(200);
  expect(z.strictObject(transcriptionResponseSchema.shape).parse(JSON.parse(answer.text))).toEqual({ text: 'What is this?' });
  const [call] = calls();
  const form = await formAtService();
  expect([call?.path, call?.headers.authorization]).toEqual(['/v1/audio/transcriptions', `Bearer ${secrets.stt}`]);
  expect([...form.keys()]).toEqual(['model', 'language', 'file']);
  expect([form.get('model'), form.get('language'), (form.get('file') as File).name]).toEqual(['small-ear', 'de', 'audio.wav']);
  expect((await heardFile()).equals(spoken)).toBe(true);
  expect(call?.headers['content-length']).toBe(String(call?.bytes().length));
});

it('the page’s own client sends a recording that the route accepts', async () => {
  const api = createGuideApi({ fetch, clock: site.gateway.clock, baseUrl: site.gateway.origin });
  expect(await api.transcribe(new Blob([new Uint8Array(spoken)], { type: 'audio/wav' }), 'fr')).toBe('What is this?');
  expect((await formAtService()).get('language')).toBe('fr');
  expect((await heardFile()).equals(spoken)).toBe(true);
});

it('a recording before its language is accepted', async () => {
  const form = Buffer.concat([filePart(spoken), fieldPart('language', 'fr'), formEnd]);
  expect((await sendForm(site.gateway, form)).status).toBe(200);
  expect((await formAtService()).get('language')).toBe('fr');
  expect((await heardFile()).equals(spoken)).toBe(true);
});

it('a recording of a minute and two megabytes reaches the service complete', async () => {
  const minute = waveFile(noise(60 * 32_000 + 8_000));
  expect((await sendForm(site.gateway, formOf(minute))).status).toBe(200);
  expect((await heardFile()).equals(minute)).toBe(true);
});

it('a recording without a visit’s cookie starts a visit', async () => {
  const { headers } = await sendForm(site.gateway, formOf());
  const [cookie = ''] = [headers['set-cookie']].flat();
  expect(cookie).toMatch(/^enfilade-visit=.*HttpOnly; SameSite=Lax$/);
  expect((await sendForm(site.gateway, formOf(), { cookie: cookie.split(';')[0] ?? '' })).headers['set-cookie']).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
});

it('the words of a recording are returned as a transcript shows them, and a recording without words returns an empty text', async () => {
  site.upstreams.whenWhole(({ response }) => sendJson(response, 200, { text: '  Who was Louis the Fourteenth?  ', confidence: 1 }));
  expect((await sendForm(site.gateway, formOf())).text).toBe('{"text":"Who was Louis XIV?"}');
  site.upstreams.whenWhole(({ response }) => sendJson(response, 200, { text: ' ' }));
  expect((await sendForm(site.gateway, formOf())).text).toBe('{"text":""}');
});

it('a site without a transcription service responds with 404', async () => {
  const { stt: _, ...upstreams } = upstreamsAt(site.upstreams.origin);
  await site.reopen({ options: { upstreams } });
  const { status, text } = await sendForm(site.gateway, formOf());
  expect([status, JSON.parse(text).code]).toEqual([404, 'not-found']);
  expect((await site.gateway.get('/api/voice')).json()).toMatchObject({ dictation: 'browser' });
});

const part = (head: string, content = '') => Buffer.from(`--${boundary}\r\n${head}\r\n\r\n${content}\r\n`);
const language = fieldPart('language', 'en');
const file = filePart(spoken);
it.each<[name: string, status: number, form: Buffer, headers?: Record<string, string>]>([
  ['an empty body', 400, Buffer.alloc(0)],
  ['no part', 400, formEnd],
  ['no file', 400, Buffer.concat([language, formEnd])],
  ['no language', 400, Buffer.concat([file, formEnd])],
  ['an unknown language', 400, formOf(spoken, 'tlh')],
  ['a language of 100,000 characters', 400, formOf(spoken, 'en'.repeat(50_000))],
  ['two languages', 400, Buffer.concat([language, language, file, formEnd])],
  ['two languages around the file', 400, Buffer.concat([language, file, language, formEnd])],
  ['two files', 400, Buffer.concat([language, file, file, formEnd])],
  ['an extra field', 400, Buffer.concat([fieldPart('prompt', 'x'), language, file, formEnd])],
  ['an extra field at the end', 400, Buffer.concat([language, file, fieldPart('model', 'big'), formEnd])],
  ['a part without a name', 400, Buffer.concat([part('content-type: text/plain', 'x'), language, file, formEnd])],
  ['a part without a name at the end', 400, Buffer.concat([language, file, part('content-type: text/plain', 'x'), formEnd])],
  ['a file of another name', 400, Buffer.concat([language, filePart(spoken, 'audio'), formEnd])],
  ['a language that is a file', 400, Buffer.concat([filePart(Buffer.from('en'), 'language'), file, formEnd])],
  ['a file that is a text', 400, Buffer.concat([language, fieldPart('file', 'RIFF....WAVE'), formEnd])],
  ['no last boundary', 400, Buffer.concat([language, file])],
  ['half a file', 400, Buffer.concat([language, fileHead(), spoken.subarray(0, 9_000)])],
  ['another boundary', 400, formOf(), { 'content-type': 'multipart/form-data; boundary=another' }],
  ['no boundary', 400, formOf(), { 'content-type': 'multipart/form-data' }],
  ['a file shorter than its header says', 400, formOf(spoken.subarray(0, -2))],
  ['a file longer than its header says', 400, formOf(Buffer.concat([spoken, noise(2)]))],
  ['more samples than the file', 400, formOf(waveFile(noise(100), { dataBytes: 102 }))],
  ['two channels', 400, formOf(waveFile(noise(100), { channels: 2 }))],
  ['8 bits', 400, formOf(waveFile(noise(100), { bits: 8 }))],
  ['floating samples', 400, formOf(waveFile(noise(100), { encoding: 3 }))],
  ['a rate of 96 kHz', 400, formOf(waveFile(noise(100), { sampleRate: 96_000 }))],
  ['no samples', 400, formOf(waveFile(noise(0)))],
  ['61 seconds', 413, formOf(waveFile(noise(61 * 16_000), { sampleRate: 8_000 }))],
  ['a file above two megabytes', 413, formOf(waveFile(noise(recordingLimitBytes)))],
  ['a header that says more than two megabytes', 413, formOf(waveFile(noise(100), { fileBytes: recordingLimitBytes + 2 }))],
  ['an MP3 with a WAVE’s name', 415, formOf(Buffer.from('ID3\u0004.........................'))],
  ['an empty file', 415, formOf(Buffer.alloc(0))],
  ['JSON', 415, Buffer.from('{}'), { 'content-type': 'application/json' }],
  ['another multipart type', 415, formOf(), { 'content-type': `multipart/mixed; boundary=${boundary}` }],
  ['URL-encoded fields', 415, Buffer.from('language=en'), { 'content-type': 'application/x-www-form-urlencoded' }],
])('a form with %s is refused with %i', async (_, status, form, headers = {}) => {
  const code = { 400: 'malformed', 413: 'too-large', 415: 'unsupported-type' }[status];
  const answer = await sendForm(site.gateway, form, headers);
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
  for (const call of calls()) await call.closed;
  expect(calls().filter((call) => call.isWhole())).toEqual([]);
});

it('a form whose announced length passes the limit is refused before its body', async () => {
  const upload = startUpload(site.gateway, { 'content-length': String(recordingLimitBytes + 100_000) });
  const { status, text } = await upload.answer;
  upload.leave();
  expect([status, JSON.parse(text).code]).toEqual([413, 'too-large']);
  expect(calls()).toEqual([]);
});

it('a form without an announced length is refused when its body passes the limit', async () => {
  const upload = startUpload(site.gateway);
  upload.write(file);
  upload.write(fieldPart('language', 'e'.repeat(recordingLimitBytes + 50_000)));
  const { status, text } = await upload.answer;
  upload.leave();
  expect([status, JSON.parse(text).code]).toEqual([413, 'too-large']);
  expect(calls()).toEqual([]);
});
