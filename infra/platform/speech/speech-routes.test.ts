import { id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createFakeSpeech, type FakeSpeech, wordMs } from '../voice/testing/fake-speech.ts';
import { speechSampleRate } from './speech.ts';
import { type SpeechTestKit, startSpeechTestKit } from './testing/speech-test-kit.ts';

const bytesOfWord = 2 * speechSampleRate * (wordMs / 1000);
const pcm = 'output_format=pcm_22050';

describe('the speech service', () => {
  let kit: SpeechTestKit;
  let speech: FakeSpeech;
  beforeEach(async () => {
    speech = createFakeSpeech();
    kit = await startSpeechTestKit(speech);
  });
  afterEach(() => kit.close());

  const refused = async (path: string, body: unknown, init?: RequestInit) => {
    const answer = await kit.speak(path, body, init);
    return [answer.status, await answer.json()];
  };
  /** When the next text is asked for, and when it is cancelled. */
  const watch = () => {
    const { say } = speech;
    return new Promise<{ cancelled: Promise<void> }>((ask) => {
      speech.say = (...wish) => {
        const job = say(...wish);
        let tell = () => {};
        ask({ cancelled: new Promise((resolve) => (tell = resolve)) });
        const cancel = () => {
          job.cancel();
          tell();
        };
        return { done: job.done, cancel };
      };
    });
  };

  /** The first text is spoken, what follows waits. */
  const holdSecond = () => {
    const { say } = speech;
    speech.say = (...wish) => {
      const job = say(...wish);
      if (speech.requests.length === 1) speech.hold();
      return job;
    };
  };

  it('the speech service takes all that the hosted one takes, and speaks sentence by sentence in the voice of the language', async () => {
    const voice_settings = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true };
    const body = { text: 'Voilà la roue. Elle tourne.', model_id: 'eleven_turbo_v2_5', language_code: 'fr', voice_settings };
    const answer = await kit.speak(`provider-cleo?${pcm}`, body);
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 5 * bytesOfWord]);
    expect(speech.requests.map(({ text, timbre }) => [text, timbre])).toEqual([
      ['Voilà la roue.', 'fr+f3'],
      ['Elle tourne.', 'fr+f3'],
    ]);
  });

  it('the speech service speaks a voice’s own language where none is asked for', async () => {
    await kit.speak('provider-bernd', { text: 'Hallo.' });
    expect(speech.requests[0]?.timbre).toBe('de+m3');
  });

  it.each([{}, { 'xi-api-key': 'other' }, { authorization: 'Bearer tts-key' }])(
    'the speech service refuses the key of %j',
    async (headers) => {
      const answer = await fetch(`${kit.url}/v1/text-to-speech/provider-anne`, { method: 'POST', headers: headers as HeadersInit });
      expect([answer.status, await answer.json()]).toEqual([401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }]);
    },
  );

  it('the speech service refuses a voice that no museum names', async () => {
    for (const voice of ['nobody', '__proto__', 'en-1']) {
      expect(await refused(`${voice}/stream`, { text: 'Hm.' })).toEqual([
        404,
        { detail: { status: 'voice_not_found', message: expect.stringContaining(voice) } },
      ]);
    }
  });

  it.each([
    [{}, ['body', 'text'], 'missing'],
    [{ text: ' ' }, ['body', 'text'], 'string_too_short'],
    [{ text: 'a'.repeat(5001) }, ['body', 'text'], 'string_too_long'],
    [{ text: 7 }, ['body', 'text'], 'value_error'],
    [{ text: 'Hm.', language_code: 'it' }, ['body', 'language_code'], 'enum'],
    [{ text: 'Hm.', voice_settings: { stability: 1.1 } }, ['body', 'voice_settings', 'stability'], 'less_than_equal'],
    [[], ['body'], 'value_error'],
  ])('the speech service refuses the body %j by naming the field', async (body, loc, type) => {
    expect(await refused('provider-anne', body)).toEqual([422, { detail: [{ loc, msg: expect.any(String), type }] }]);
  });

  it('the speech service refuses a format it does not make, and what is no JSON', async () => {
    expect(await refused('provider-anne?output_format=ulaw_8000', { text: 'Hm.' })).toEqual([
      422,
      { detail: [{ loc: ['query', 'output_format'], msg: expect.any(String), type: 'enum' }] },
    ]);
    expect(await refused('provider-anne', '{"text"')).toEqual([400, { detail: { status: 'bad_request', message: expect.any(String) } }]);
  });

  it('the speech service streams the first sentence while the second is still to be spoken', async () => {
    holdSecond();
    const answer = await kit.speak(`provider-anne/stream?${pcm}`, { text: 'One two. Three.' });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let heard = 0;
    while (heard < 2 * bytesOfWord) heard += (await reader.read()).value?.byteLength ?? 0;
    expect(heard).toBe(2 * bytesOfWord);
    speech.release();
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value.byteLength;
    expect(heard).toBe(3 * bytesOfWord);
  });

  it('the speech service streams MP3 as it is made, behind a tag that says that it is generated, by what and when', async () => {
    holdSecond();
    const answer = await kit.speak('provider-anne/stream', { text: 'One two three four. Five.' });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const tag = id3TagOf({ model: 'fake voice', isTrained: true, madeAt: Date.parse('2026-01-01T10:00:00Z') });
    let bytes = Buffer.alloc(0);
    while (bytes.length < tag.length + 2) bytes = Buffer.concat([bytes, (await reader.read()).value ?? new Uint8Array()]);
    expect(bytes.subarray(0, tag.length)).toEqual(Buffer.from(tag));
    expect([...bytes.subarray(tag.length, tag.length + 2)]).toEqual([0xff, 0xf3]);
    await reader.cancel();
  });

  it('the speech service answers all of several requests', async () => {
    const texts = ['A one. A two.', 'B one.', 'C one.'];
    const answers = await Promise.all(texts.map((text) => kit.speak(`provider-anne?${pcm}`, { text })));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength / bytesOfWord));
    expect(sizes).toEqual([4, 2, 2]);
  });

  it.each(['', '/stream'])('the speech service speaks no more for a caller of %j who has left', async (end) => {
    speech.hold();
    const asked = watch();
    const leaving = new AbortController();
    const left = kit.speak(`provider-anne${end}?${pcm}`, { text: 'One. Two. Three.' }, { signal: leaving.signal });
    const { cancelled } = await asked;
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await cancelled;
    speech.release();
    // One text after the other: what comes now shows that nothing of the others came before.
    await (await kit.speak('provider-anne', { text: 'Later.' })).arrayBuffer();
    expect(speech.requests.map(({ text }) => text)).toEqual(['One.', 'Later.']);
  });

  it.each(['', '/stream'])('the speech service answers a failing synthesis in its shape (%j), and goes on', async (end) => {
    const { say } = speech;
    speech.say = () => ({ done: Promise.reject(new Error('no such timbre')), cancel() {} });
    expect(await refused(`provider-anne${end}`, { text: 'Hm.' })).toEqual([
      500,
      { detail: { status: 'internal_server_error', message: 'Internal server error' } },
    ]);
    speech.say = say;
    expect((await kit.speak(`provider-anne${end}`, { text: 'Yes.' })).status).toBe(200);
  });
});
