import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from './testing/for-all.ts';
import { readWavHeader, wavHeaderBytes, writeWav } from './wav.ts';

const file = writeWav(Int16Array.of(1, -2, 3), 16_000);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function samplesOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, wavHeaderBytes);
  return Array.from({ length: view.byteLength / 2 }, (_, index) => view.getInt16(index * 2, true));
}

function changed(at: number, value: number): Uint8Array {
  const bytes = Uint8Array.from(file);
  new DataView(bytes.buffer).setUint16(at, value, true);
  return bytes;
}

it('a written WAV file reads back with every sample at any rate', () => {
  forAll(fc.int16Array(), fc.constantFrom(8_000, 44_100), (samples, sampleRate) => {
    const written = writeWav(samples, sampleRate);
    const header = { sampleRate, fileBytes: written.length, dataStart: wavHeaderBytes, dataBytes: samples.length * 2 };
    expect(readWavHeader(written)).toEqual(header);
    expect(samplesOf(written)).toEqual([...samples]);
  });
});

it('writeWav() clips samples beyond 1 and -1', () => {
  expect(samplesOf(writeWav(Float32Array.of(1.5, -1.5, 1, -1, 0), 16_000))).toEqual([32_767, -32_768, 32_767, -32_768, 0]);
});

it('readWavHeader() skips other chunks and is undefined until the samples begin', () => {
  const tagged = Uint8Array.from([...file.subarray(0, 12), ...latin('LIST\x03\0\0\0abc\0'), ...file.subarray(12)]);
  expect(readWavHeader(tagged)).toMatchObject({ sampleRate: 16_000, dataStart: wavHeaderBytes + 12, dataBytes: 6 });
  for (let length = 0; length < wavHeaderBytes; length += 1) expect(readWavHeader(file.subarray(0, length))).toBeUndefined();
});

it.each([
  ['another kind of file', latin('OggS'), 'not-wav'],
  ['another RIFF', latin('RIFF\0\0\0\0AVI LIST'), 'not-wav'],
  ['samples without a format', latin('RIFF\0\0\0\0WAVEdata\0\0\0\0'), 'malformed'],
  ['a format too short', changed(16, 14), 'malformed'],
  ['floating samples', changed(20, 3), 'malformed'],
  ['two channels', changed(22, 2), 'malformed'],
  ['another byte rate', changed(28, 1), 'malformed'],
  ['8 bits', changed(34, 8), 'malformed'],
])('readWavHeader() refuses %s', (_, bytes, code) => {
  expect(() => readWavHeader(bytes)).toThrow(expect.objectContaining({ name: 'WavError', code }));
});
