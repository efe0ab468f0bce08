import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { HttpError } from '../../http/exchange.ts';
import { noise, waveFile } from '../testing/recordings.ts';
import { checkRecording } from './transcription-route.ts';

const codeOf = (bytes: Buffer): string | undefined => {
  try {
    checkRecording(bytes);
    return undefined;
  } catch (error) {
    return error instanceof HttpError ? error.code : String(error);
  }
};
/** The chunk is between format and samples. */
const withChunk = (wave: Buffer, id: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(content.length, 4);
  const padding = Buffer.alloc(content.length % 2);
  const whole = Buffer.concat([wave.subarray(0, 36), head, content, padding, wave.subarray(36)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
};

const wave = waveFile(noise(3200));

it('checkRecording accepts a complete file and refuses any part of the file', () => {
  expect(codeOf(wave)).toBeUndefined();
  for (let bytes = 0; bytes < wave.length; bytes += 1)
    expect(codeOf(wave.subarray(0, bytes))).toBe(bytes === 0 ? 'unsupported-type' : 'malformed');
});

it.each([26, 27, 4000])('checkRecording accepts %i bytes of tags before the samples', (bytes) => {
  expect(codeOf(withChunk(wave, 'LIST', Buffer.alloc(bytes)))).toBeUndefined();
});

it.each([8_000, 16_000, 44_100, 48_000])('checkRecording accepts a rate of %i', (sampleRate) => {
  expect(codeOf(waveFile(noise(200), { sampleRate }))).toBeUndefined();
});

it.each([0, 1, 7_999, 48_001, 0xffff_ffff])('checkRecording refuses a rate of %i', (sampleRate) => {
  const lie = waveFile(noise(200));
  lie.writeUInt32LE(sampleRate, 24);
  lie.writeUInt32LE((sampleRate * 2) >>> 0, 28);
  expect(codeOf(lie)).toBe('malformed');
});

it('checkRecording accepts up to 60.5 seconds', () => {
  const seconds = (count: number) => waveFile(Buffer.alloc(count * 16_000), { sampleRate: 8_000 });
  for (const count of [60, 60.25, 60.5]) expect(codeOf(seconds(count))).toBeUndefined();
  for (const count of [60.75, 61]) expect(codeOf(seconds(count))).toBe('too-large');
});

it('checkRecording refuses samples without a format, and two formats', () => {
  expect(codeOf(Buffer.concat([wave.subarray(0, 12), wave.subarray(36)]))).toBe('malformed');
  expect(codeOf(withChunk(wave, 'fmt ', wave.subarray(20, 36)))).toBe('malformed');
});

it('checkRecording accepts or refuses any bytes, and throws nothing else', () => {
  const damaged = fc.tuple(fc.array(fc.tuple(fc.nat(50), fc.nat(255)), { maxLength: 4 }), fc.nat(60)).map(([changes, bytes]) => {
    const copy = Buffer.from(wave);
    for (const [at, value] of changes) copy[at] = value;
    return copy.subarray(0, bytes);
  });
  const others = fc.uint8Array({ maxLength: 80 }).map((list) => Buffer.from(list));
  forAll(fc.oneof(damaged, others), (bytes) => {
    expect([undefined, 'malformed', 'too-large', 'unsupported-type']).toContain(codeOf(bytes));
  });
});
