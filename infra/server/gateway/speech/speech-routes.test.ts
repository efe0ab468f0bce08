import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { beforeEach, expect, it } from '@rstest/core';
import { z } from 'zod';
import { errorMessages } from '../../http/exchange.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, foreignExhibitionId, unknownId } from '../testing/samples.ts';
import { exhibitionPath } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { secrets } from '../testing/test-gateway.ts';

const site = openEachTest({ options: { profiles: speakingProfiles() } });
/** The gateway caches sound. */
const forget = () => site.reopen({ options: { profiles: speakingProfiles() } });
beforeEach(() => {
  for (const voice of ['provider-en-1', 'provider-fr-1', 'provider-p1']) site.upstreams.on(ttsPath(voice), answerSound());
});

const asked = () => site.upstreams.heard.filter(({ path }) => path.startsWith('/v1/text-to-speech'));
const spoken = () => asked().map(({ body }) => (JSON.parse(body) as { text: string }).text);

it('POST /api/speech/:voiceId returns up to 600 characters as sound behind the mark of generated sound, cacheable by this browser alone', async () => {
  const { status, headers, bytes } = await askSound(site.gateway);
  expect([status, bytes.subarray(-sound.length).equals(sound), hasSoundMark(bytes)]).toEqual([200, true, true]);
  const cached = { 'cache-control': 'private, max-age=14400, no-transform', 'content-length': String(bytes.length) };
  expect(headers).toMatchObject({ ...cached, 'content-type': 'audio/mpeg' });
  expect((await askSound(site.gateway, speechBody('a'.repeat(600)))).status).toBe(200);
});

it('POST /api/speech/:voiceId sends the service a request in the service’s shape, with the gateway’s key', async () => {
  await forget();
  await askSound(site.gateway, speechBody('  Bonjour.  ', { language: 'fr' }), 'fr-1');
  const [request] = asked();
  expect([request?.method, request?.path]).toEqual(['POST', '/v1/text-to-speech/provider-fr-1?output_format=mp3_22050_32']);
  expect(request?.headers).toMatchObject({ 'xi-api-key': secrets.tts, 'content-type': 'application/json', accept: 'audio/mpeg' });
  const voice_settings = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true };
  expect(JSON.parse(request?.body ?? '')).toEqual({ text: 'Bonjour.', model_id: 'turbo', language_code: 'fr', voice_settings });
});

it('neither answer nor log contains key or text, even if the service repeats both', async () => {
  site.upstreams.on(ttsPath(), ({ headers, body }, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ headers, body }));
  });
  const { status, text, headers } = await askSound(site.gateway, speechBody('private-words'));
  expect(status).toBe(502);
  expect(text + JSON.stringify(headers) + site.gateway.logged.join('')).not.toMatch(/canary-|private-words|provider-en-1/);
});

it('POST /api/speech/:voiceId applies the exhibition’s pronunciations and the built-in numerals in the visit’s language', async () => {
  await forget();
  const name = { type: 'exact', key: 'Marchais', value: 'Mar-shay' };
  site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, pronunciations: [name] } });
  await askSound(site.gateway, speechBody('Marchais painted Louis XIV.'));
  await askSound(site.gateway, speechBody('Louis XIV aimait Marchais.', { language: 'fr' }), 'fr-1');
  expect(spoken()).toEqual(['Mar-shay painted Louis the Fourteenth.', 'Louis quatorze aimait Mar-shay.']);
});

it('POST /api/speech/:voiceId calls the service once for each text, voice and language', async () => {
  await forget();
  const [first, again] = [await askSound(site.gateway), await askSound(site.gateway)];
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect(again.headers['cache-control']).toBe('private, max-age=14400, no-transform');
  expect(asked()).toHaveLength(1);
  await askSound(site.gateway, speechBody('Another text.'));
  await askSound(site.gateway, speechBody(undefined, { language: 'fr' }), 'fr-1');
  expect(asked()).toHaveLength(3);
});

it('POST /api/speech/:voiceId drops the oldest sound when its cache of 64 MiB is full', async () => {
  site.upstreams.on(ttsPath(), answerSound(Buffer.alloc(4 * 1024 * 1024, 1)));
  for (let index = 0; index <= 16; index += 1) await askSound(site.gateway, speechBody(`Text ${index}.`));
  expect(asked()).toHaveLength(17);
  await askSound(site.gateway, speechBody('Text 16.'));
  expect(asked()).toHaveLength(17);
  await askSound(site.gateway, speechBody('Text 0.'));
  expect(asked()).toHaveLength(18);
});

it.each([
  ['of another language', 'fr-1'],
  ['that is premium if the museum does not allow premium voices', 'en-p1'],
  ['without a provider’s voice', 'en-2'],
  ['that is unknown', 'en-9'],
  ['by the provider’s own id', 'provider-en-1'],
  ['called __proto__', '__proto__'],
  ['called constructor', 'constructor'],
  ['called toString', 'toString'],
  ['that is a path', '..%2F..%2Fv1'],
  ['without a name', ''],
])('POST /api/speech/:voiceId refuses the voice %s', async (_, voiceId) => {
  const { status, text } = await askSound(site.gateway, speechBody(), voiceId);
  const { code, message } = z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text));
  expect([status, code, message]).toEqual([404, 'voice-not-found', errorMessages['voice-not-found']]);
  expect(asked()).toEqual([]);
});

it('POST /api/speech/:voiceId accepts a premium voice if the museum allows premium voices', async () => {
  await site.reopen({ options: { profiles: speakingProfiles({ allowsPremium: true }) } });
  expect((await askSound(site.gateway, speechBody(), 'en-p1')).status).toBe(200);
  expect(asked().map(({ path }) => path)).toEqual([ttsPath('provider-p1')]);
});

it.each([
  ['601 characters', speechBody('a'.repeat(601)), 400, 'malformed'],
  ['an empty text', speechBody(''), 400, 'malformed'],
  ['blanks alone', speechBody(' \n '), 400, 'malformed'],
  ['an extra field', { ...speechBody(), model_id: 'another' }, 400, 'malformed'],
  ['no visit', { text: 'Hello.' }, 400, 'malformed'],
  ['an unknown museum', speechBody('Hello.', { museumId: unknownId }), 404, 'museum-not-found'],
  ['an exhibition of another museum', speechBody('Hello.', { exhibitionId: foreignExhibitionId }), 404, 'exhibition-not-found'],
])('POST /api/speech/:voiceId refuses %s without a call', async (_, body, expected, code) => {
  const { status, text } = await askSound(site.gateway, body);
  expect([status, z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code]).toEqual([expected, code]);
  expect(asked()).toEqual([]);
});
