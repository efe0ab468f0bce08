import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { hasSoundMark } from '@enfilade/shared-contracts/kit/sound-mark';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { errorMessages } from '../../http/http-error.ts';
import { exhibitionRecord, foreignExhibitionId, unknownId, visit } from '../testing/samples.ts';
import { exhibitionPath, type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { answerSound, askSound, sound, speakingProfiles, speechBody, ttsPath } from '../testing/speech-client.ts';
import { secrets, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

describe('POST /api/speech/:voiceId', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  const begin = async (change: object = {}) => {
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { profiles: speakingProfiles(change) } });
  };
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    for (const voice of ['provider-en-1', 'provider-fr-1', 'provider-p1']) upstreams.on(ttsPath(voice), answerSound());
    await begin();
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });

  const asked = () => upstreams.heard.filter(({ path }) => path.startsWith('/v1/text-to-speech'));
  const spoken = () => asked().map(({ body }) => (JSON.parse(body) as { text: string }).text);

  it('answers with the sound, byte by byte behind the mark of generated sound, for this visitor’s cache alone', async () => {
    const { status, headers, bytes } = await askSound(gateway);
    expect([status, bytes.subarray(-sound.length).equals(sound), hasSoundMark(bytes)]).toEqual([200, true, true]);
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'private, max-age=14400',
      'content-length': String(bytes.length),
    });
  });

  it('asks the service in its own shape, with the key only the gateway has', async () => {
    await askSound(gateway, speechBody('  Bonjour.  ', { language: 'fr' }), 'fr-1');
    const [request] = asked();
    expect([request?.method, request?.path]).toEqual(['POST', '/v1/text-to-speech/provider-fr-1?output_format=mp3_22050_32']);
    expect(request?.headers).toMatchObject({ 'xi-api-key': secrets.tts, 'content-type': 'application/json', accept: 'audio/mpeg' });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      text: 'Bonjour.',
      model_id: 'turbo',
      language_code: 'fr',
      voice_settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true },
    });
  });

  it('keeps key and text out of answer and log, even when the service repeats them', async () => {
    upstreams.on(ttsPath(), ({ headers, body }, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ headers, body }));
    });
    const { status, text, headers } = await askSound(gateway, speechBody('private-words'));
    expect(status).toBe(502);
    expect(text + JSON.stringify(headers) + gateway.logged.join('')).not.toMatch(/canary-|private-words|provider-en-1/);
  });

  it('has the exhibition’s names and the built-in numerals pronounced, in the visit’s language', async () => {
    const name = { type: 'exact', key: 'Marchais', value: 'Mar-shay' };
    upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, pronunciations: [name] } });
    await askSound(gateway, speechBody('Marchais painted Louis XIV.'));
    await askSound(gateway, speechBody('Louis XIV aimait Marchais.', { language: 'fr' }), 'fr-1');
    expect(spoken()).toEqual(['Mar-shay painted Louis the Fourteenth.', 'Louis quatorze aimait Mar-shay.']);
  });

  it('asks once for what was said before, and again for another text, voice or language', async () => {
    const [first, again] = [await askSound(gateway), await askSound(gateway)];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.headers['cache-control']).toBe('private, max-age=14400');
    expect(asked()).toHaveLength(1);
    await askSound(gateway, speechBody('Another text.'));
    await askSound(gateway, speechBody(undefined, { language: 'fr' }), 'fr-1');
    expect(asked()).toHaveLength(3);
  });

  it('asks once for one text wanted by many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => askSound(gateway)));
    expect(answers.map(({ status, bytes }) => [status, bytes.subarray(-sound.length).equals(sound)])).toEqual(
      answers.map(() => [200, true]),
    );
    expect(asked()).toHaveLength(1);
  });

  it('forgets what was said longest ago when the memory is full', async () => {
    upstreams.on(ttsPath(), answerSound(Buffer.alloc(4 * 1024 * 1024, 1)));
    for (let index = 0; index <= 16; index += 1) await askSound(gateway, speechBody(`Text ${index}.`));
    expect(asked()).toHaveLength(17);
    await askSound(gateway, speechBody('Text 16.'));
    expect(asked()).toHaveLength(17);
    await askSound(gateway, speechBody('Text 0.'));
    expect(asked()).toHaveLength(18);
  });

  it.each([
    ['of another language', 'fr-1'],
    ['that is premium where the museum does not allow it', 'en-p1'],
    ['that no provider speaks', 'en-2'],
    ['nobody knows', 'en-9'],
    ['named as the provider names it', 'provider-en-1'],
    ['called __proto__', '__proto__'],
    ['called constructor', 'constructor'],
    ['called toString', 'toString'],
    ['that is a path', '..%2F..%2Fv1'],
    ['without a name', ''],
  ])('knows no voice %s', async (_, voiceId) => {
    const { status, text } = await askSound(gateway, speechBody(), voiceId);
    const { code, message } = z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text));
    expect([status, code, message]).toEqual([404, 'voice-not-found', errorMessages['voice-not-found']]);
    expect(asked()).toEqual([]);
  });

  it('speaks with a premium voice where the museum allows it', async () => {
    await gateway.close();
    await begin({ allowsPremium: true });
    expect((await askSound(gateway, speechBody(), 'en-p1')).status).toBe(200);
    expect(asked().map(({ path }) => path)).toEqual([ttsPath('provider-p1')]);
  });

  it('takes 600 characters', async () => {
    expect((await askSound(gateway, speechBody('a'.repeat(600)))).status).toBe(200);
  });

  it.each([
    ['601 characters', speechBody('a'.repeat(601)), 400, 'malformed'],
    ['an empty text', speechBody(''), 400, 'malformed'],
    ['blanks alone', speechBody(' \n '), 400, 'malformed'],
    ['a field too many', { ...speechBody(), model_id: 'another' }, 400, 'malformed'],
    ['no visit', { text: 'Hello.' }, 400, 'malformed'],
    ['an unknown museum', speechBody('Hello.', { museumId: unknownId }), 404, 'museum-not-found'],
    ['an exhibition of another museum', speechBody('Hello.', { exhibitionId: foreignExhibitionId }), 404, 'exhibition-not-found'],
  ])('refuses %s and asks nobody to speak', async (_, body, expected, code) => {
    const { status, text } = await askSound(gateway, body);
    expect([status, z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code]).toEqual([expected, code]);
    expect(asked()).toEqual([]);
  });

  it('never fails for anything a browser can send', async () => {
    const id = fc.oneof(fc.constantFrom(visit.museumId, visit.exhibitionId, unknownId), fc.string({ unit: 'grapheme' }));
    const someVisit = fc.record({
      museumId: id,
      exhibitionId: id,
      language: fc.constantFrom('en', 'de', 'fr', 'tlh'),
      visitMode: fc.constantFrom('guided', 'exploration', 'none'),
      answers: fc.oneof(fc.constant({}), fc.object({ key: fc.constantFrom('time', 'voice', '__proto__'), maxDepth: 2 })),
    });
    const text = fc.oneof(anyText({ maxLength: 700 }), fc.constantFrom('Louis XIV.', '\ud800', '\u0000'));
    const body = fc.oneof(
      { weight: 3, arbitrary: fc.record({ visit: fc.constant(visit), text }) },
      { weight: 2, arbitrary: fc.record({ visit: someVisit, text }) },
      { weight: 1, arbitrary: fc.object() },
    );
    const voiceId = fc.oneof(
      fc.constantFrom('en-1', 'fr-1', 'en-p1', '__proto__'),
      fc.string({ unit: 'grapheme', maxLength: 300 }).map(encodeURIComponent),
    );
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, voiceId, async (asking, voice) => {
        const { status, text: answer } = await askSound(gateway, asking, voice);
        seen.add(status);
        expect([200, 400, 404]).toContain(status);
        if (status !== 200) z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(answer));
      }),
      { numRuns: 300 },
    );
    expect(seen).toEqual(new Set([200, 400, 404]));
  });
});
