import { id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { parseMp3 } from '../content/testing/parse-mp3.ts';
import { millContent } from '../testing/sample-content.ts';
import { createTurnedClock } from '../testing/turned-clock.ts';
import { createFakeSpeech, type FakeSpeech, wordMs } from '../voice/testing/fake-speech.ts';
import { createReadAloud, type ReadAloud } from './read-aloud.ts';

const profile = { ...millContent.profile, providerVoices: { 'en-1': 'provider-anne', 'en-p1': 'provider-cleo' } };

let speech: FakeSpeech;
let readAloud: ReadAloud;
beforeEach(() => {
  speech = createFakeSpeech();
  readAloud = createReadAloud([{ ...millContent, profile }], speech, createTurnedClock());
});
afterEach(() => speech.close());
const read = (text: string, providerVoice = 'provider-anne', leaving = new AbortController().signal) =>
  readAloud({ text, language: 'en', providerVoice }, leaving);

it('Reading aloud speaks sentence by sentence in the voice of the language', async () => {
  await readAloud({ text: 'Voilà la roue. Elle tourne.', language: 'fr', providerVoice: 'provider-cleo' }, new AbortController().signal);
  expect(speech.requests.map(({ text, timbre }) => [text, timbre])).toEqual([
    ['Voilà la roue.', 'fr+f3'],
    ['Elle tourne.', 'fr+f3'],
  ]);
});

it('Reading aloud returns MP3 of the length of its samples, after a tag that names model and time', async () => {
  const tag = id3TagOf({ model: 'fake voice', isTrained: true, madeAt: Date.parse('2026-01-01T10:00:00Z') });
  const sound = await read('One two three four. '.repeat(20));
  expect(sound.subarray(0, tag.length)).toEqual(Buffer.from(tag));
  const { channels, rates, restBytes, seconds } = parseMp3(sound);
  expect([channels, rates, restBytes]).toEqual([1, ['22050 Hz, 32000 bit/s'], 0]);
  expect(Math.abs(seconds / ((80 * wordMs) / 1000) - 1)).toBeLessThan(0.03);
});

it('Reading aloud stops once its listener has left', async () => {
  speech.hold();
  const leaving = new AbortController();
  const left = read('One. Two. Three.', 'provider-anne', leaving.signal);
  await expect.poll(() => speech.requests.length).toBe(1);
  leaving.abort();
  speech.release();
  await expect(left).rejects.toThrow('aborted');
  // Texts are spoken in order, so the next text proves that the aborted ones were not spoken.
  await read('Later.');
  expect(speech.requests.map(({ text }) => text)).toEqual(['One.', 'Later.']);
});

it('Reading aloud refuses a voice that no museum names, fails with the synthesis, and works at the next request', async () => {
  for (const voice of ['nobody', '__proto__', 'en-1']) await expect(read('Hm.', voice)).rejects.toThrow(voice);
  expect(speech.requests).toEqual([]);
  const { say } = speech;
  speech.say = () => Promise.reject(new Error('no such timbre'));
  await expect(read('Hm.')).rejects.toThrow('no such timbre');
  speech.say = say;
  expect((await read('Yes.')).length).toBeGreaterThan(100);
});
