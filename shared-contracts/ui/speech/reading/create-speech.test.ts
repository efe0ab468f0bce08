import { expect, it, onTestFinished, rs } from '@rstest/core';
import fc from 'fast-check';
import { createFakeAudios } from '../../../kit/testing/fake-audio.ts';
import { forAll } from '../../../kit/testing/for-all.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import { readWavHeader } from '../../../kit/wav.ts';
import { createSettingsSource } from '../../../visit/testing/settings-source.ts';
import { createDecodingContext } from '../testing/decoding-context.ts';
import { createSpeech, findSound, keptSilenceSeconds } from './create-speech.ts';

const rate = 1000;
const kept = keptSilenceSeconds * rate;
/** A loud sound between two silences. */
const samples = (before: number, loud: number, after: number) =>
  Float32Array.from({ length: before + loud + after }, (_, index) => (index >= before && index < before + loud ? -0.5 : 0.001));

it.each([
  ['all of it', samples(0, 500, 0), [0, 500]],
  ['a breath of silence at either end', samples(400, 500, 300), [400 - kept, 900 + kept]],
  ['a breath of nothing but silence', samples(700, 0, 0), [0, kept]],
  ['nothing of nothing', samples(0, 0, 0), [0, 0]],
])('findSound() finds %s', (_, sound, range) => {
  expect(findSound(sound, rate)).toEqual(range);
});

it('findSound() includes every loud sample', () => {
  forAll(fc.array(fc.constantFrom(0, 0, 0, 0.002, 0.01, -0.4), { minLength: 1, maxLength: 600 }), (values) => {
    const [from, until] = findSound(Float32Array.from(values), rate);
    expect(from >= 0 && until <= values.length).toBe(true);
    expect([...values.slice(0, from), ...values.slice(until)].every((value) => Math.abs(value) < 0.003)).toBe(true);
  });
});

const visit = { museumId: 'm', exhibitionId: 'e', language: 'en', visitMode: 'guided', answers: {} } as const;

/** Sounds have as many loud samples as bytes, between two silences. */
function openSpeech() {
  const spoken: string[] = [];
  const files: Blob[] = [];
  let loud = 44_100;
  let voiceId = 'en-1';
  const { createAudio, newest } = createFakeAudios();
  const createUrl = rs.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  onTestFinished(() => createUrl.mockRestore());
  const speech = createSpeech(createAudio(), {
    ...{ clock: createHandClock(), session: createSettingsSource() },
    Context: createDecodingContext((bytes) => samples(44_100, bytes, 44_100)),
    api: {
      speak(_, { text }) {
        spoken.push(text);
        return Promise.resolve(new ArrayBuffer(loud));
      },
      checkConnection: () => Promise.resolve(),
    },
    pickSpeaker: () => ({ voiceId, visit }),
  });
  return {
    ...{ spoken, files, newest },
    sound(bytes: number, by = voiceId) {
      loud = bytes;
      voiceId = by;
    },
    async read(text: string) {
      speech.read('a', text);
      await new Promise((resolve) => setTimeout(resolve));
      return speech.getState().state;
    },
  };
}

it('each part of a text is a WAV file without the voice’s silence at its ends', async () => {
  const { read, files } = openSpeech();
  await read('One short answer.');
  const [file] = files;
  const header = readWavHeader(new Uint8Array((await file?.arrayBuffer()) ?? []));
  const length = 44_100 + 2 * keptSilenceSeconds * 44_100;
  expect([file?.type, header?.sampleRate, (header?.dataBytes ?? 0) / 2]).toEqual(['audio/wav', 44_100, length]);
});

it('each part is requested once for each voice, and again if the response was not audio', async () => {
  const { read, spoken, sound } = openSpeech();
  await read('One.');
  await read('One.');
  sound(1, 'en-2');
  await read('One.');
  expect(spoken).toHaveLength(2);
  sound(0);
  expect(await read('Two.')).toBe('error');
  sound(1);
  await read('Two.');
  expect(spoken.slice(2)).toEqual(['Two.', 'Two.']);
});
