import { id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { millContent } from '../testing/sample-content.ts';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech, type FakeSpeech } from '../voice/testing/fake-speech.ts';
import { createReadAloud, type ReadAloud } from './read-aloud.ts';

const profile = { ...millContent.profile, providerVoices: { 'en-1': 'provider-anne', 'en-p1': 'provider-cleo' } };

describe('reading aloud', () => {
  let speech: FakeSpeech;
  let readAloud: ReadAloud;
  beforeEach(() => {
    speech = createFakeSpeech();
    readAloud = createReadAloud({ museums: [{ ...millContent, profile }], speech, clock: createTurnedClock() });
  });
  afterEach(() => speech.close());
  const read = (text: string, providerVoice = 'provider-anne', leaving = new AbortController().signal) =>
    readAloud({ text, language: 'en', providerVoice }, leaving);

  it('reading aloud speaks sentence by sentence in the voice of the language', async () => {
    await readAloud({ text: 'Voilà la roue. Elle tourne.', language: 'fr', providerVoice: 'provider-cleo' }, new AbortController().signal);
    expect(speech.requests.map(({ text, timbre }) => [text, timbre])).toEqual([
      ['Voilà la roue.', 'fr+f3'],
      ['Elle tourne.', 'fr+f3'],
    ]);
  });

  it('reading aloud gives MP3 behind a tag that says that it is generated, by what and when', async () => {
    const tag = id3TagOf({ model: 'fake voice', isTrained: true, madeAt: Date.parse('2026-01-01T10:00:00Z') });
    const sound = await read('One two three four. Five.');
    expect(sound.subarray(0, tag.length)).toEqual(Buffer.from(tag));
    expect([...sound.subarray(tag.length, tag.length + 2)]).toEqual([0xff, 0xf3]);
  });

  it('reading aloud refuses a voice that no museum names', async () => {
    for (const voice of ['nobody', '__proto__', 'en-1']) await expect(read('Hm.', voice)).rejects.toThrow(voice);
    expect(speech.requests).toEqual([]);
  });

  it('reading aloud speaks no more for a listener who has left', async () => {
    speech.hold();
    const leaving = new AbortController();
    const left = read('One. Two. Three.', 'provider-anne', leaving.signal);
    await expect.poll(() => speech.requests.length).toBe(1);
    leaving.abort();
    speech.release();
    await expect(left).rejects.toThrow('aborted');
    // One text after the other: what comes now shows that nothing of the others came before.
    await read('Later.');
    expect(speech.requests.map(({ text }) => text)).toEqual(['One.', 'Later.']);
  });

  it('reading aloud fails with the synthesis, and works again after it', async () => {
    const { say } = speech;
    speech.say = () => ({ done: Promise.reject(new Error('no such timbre')), cancel() {} });
    await expect(read('Hm.')).rejects.toThrow('no such timbre');
    speech.say = say;
    expect((await read('Yes.')).length).toBeGreaterThan(100);
  });
});
