import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { readWavHeader } from '../../../kit/wav.ts';
import { createSpeech, createSpeechCache, findSound, keptSilenceSeconds } from './create-speech.ts';

const rate = 1000;
const kept = keptSilenceSeconds * rate;
/** Loud between two silences. */
const samples = (before: number, loud: number, after: number) =>
  Float32Array.from({ length: before + loud + after }, (_, index) => (index >= before && index < before + loud ? -0.5 : 0.001));

describe('the part of a sound that is heard', () => {
  it.each([
    ['all of it', samples(0, 500, 0), [0, 500]],
    ['no more silence than a breath at either end', samples(400, 500, 300), [400 - kept, 900 + kept]],
    ['a breath of nothing but silence', samples(700, 0, 0), [0, kept]],
    ['nothing of nothing', samples(0, 0, 0), [0, 0]],
  ])('the part of a sound that is heard is %s', (_, sound, range) => {
    expect(findSound(sound, rate)).toEqual(range);
  });

  it('the part of a sound that is heard has every loud sample', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0, 0, 0.002, 0.01, -0.4), { minLength: 1, maxLength: 600 }), (values) => {
        const [from, until] = findSound(Float32Array.from(values), rate);
        expect(from >= 0 && until <= values.length).toBe(true);
        expect([...values.slice(0, from), ...values.slice(until)].every((value) => Math.abs(value) < 0.003)).toBe(true);
      }),
    );
  });
});

const visit = { museumId: 'm', exhibitionId: 'e', language: 'en', visitMode: 'guided', answers: {} } as const;

/** A service whose sounds are as many loud samples as it is told, in two channels, after a second of silence. */
function openSpeech() {
  const spoken: string[] = [];
  let loud = 44_100;
  const api = {
    speak(_voice: string, { text }: { text: string }) {
      spoken.push(text);
      return Promise.resolve(new ArrayBuffer(loud));
    },
    checkConnection: () => Promise.resolve(),
  };
  class Context {
    decodeAudioData(encoded: ArrayBuffer) {
      if (encoded.byteLength === 0) return Promise.reject(new DOMException('no sound', 'EncodingError'));
      const channel = samples(44_100, encoded.byteLength, 44_100);
      return Promise.resolve({ numberOfChannels: 2, getChannelData: () => channel } as unknown as AudioBuffer);
    }
  }
  const speech = createSpeech(api, Context);
  const { signal } = new AbortController();
  return {
    spoken,
    breakSound: (bytes: number) => {
      loud = bytes;
    },
    load: (text: string, voiceId = 'en-1') => Promise.all(speech.listParts(text, { voiceId, visit }).map((part) => part(signal))),
  };
}

describe('the parts of a text', () => {
  it('the parts of a text are files that every browser plays, without the voice’s silence at their ends', async () => {
    const { load } = openSpeech();
    const [file] = await load('One short answer.');
    const header = readWavHeader(new Uint8Array((await file?.arrayBuffer()) ?? []));
    expect([file?.type, header?.sampleRate, (header?.dataBytes ?? 0) / 2]).toEqual([
      'audio/wav',
      44_100,
      44_100 + 2 * keptSilenceSeconds * 44_100,
    ]);
  });

  it('the parts of a text are asked for once a voice, and again when they were no sound', async () => {
    const { load, spoken, breakSound } = openSpeech();
    await load('One.');
    await load('One.');
    await load('One.', 'en-2');
    expect(spoken).toHaveLength(2);
    breakSound(0);
    await expect(load('Two.')).rejects.toThrow('no sound');
    breakSound(1);
    await load('Two.');
    expect(spoken.slice(2)).toEqual(['Two.', 'Two.']);
  });

  it('the parts of a text are none without words, and none without a voice', () => {
    const { load } = openSpeech();
    expect(() => load(' \n ')).toThrow('nothing to be read');
    expect(() => createSpeech({} as never).listParts('One.', undefined)).toThrow('no voice');
  });
});

describe('speech that was heard before', () => {
  function openCache(limitBytes: number) {
    const cache = createSpeechCache(limitBytes);
    const loaded: string[] = [];
    const load = (key: string, bytes = 10) =>
      cache.load(key, () => {
        loaded.push(key);
        return Promise.resolve(new ArrayBuffer(bytes));
      });
    return { cache, load, loaded };
  }

  it('speech that was heard before survives that its caller empties it', async () => {
    const { load, loaded } = openCache(100);
    const first = await load('a');
    structuredClone(first, { transfer: [first] });
    expect([(await load('a')).byteLength, loaded]).toEqual([10, ['a']]);
  });

  it('speech that was heard before makes room for what is new, the longest unheard first, and keeps nothing larger than itself', async () => {
    const { load, loaded } = openCache(30);
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await load(key);
    expect(loaded).toEqual(['a', 'b', 'c', 'd', 'b']);
    await load('e', 31);
    await load('e', 31);
    expect(loaded.slice(5)).toEqual(['e', 'e']);
  });

  it('speech that was heard before does not keep a failure', async () => {
    const { cache, load } = openCache(30);
    cache.remove('never kept');
    await expect(cache.load('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await load('a', 1)).byteLength).toBe(1);
  });
});
