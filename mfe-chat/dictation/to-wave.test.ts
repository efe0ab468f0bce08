import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { toWave } from './to-wave.ts';

/** Reads a WAVE file as its description has it, chunk by chunk. */
async function readWave(file: Blob) {
  const view = new DataView(await file.arrayBuffer());
  const name = (offset: number) => String.fromCharCode(...new Uint8Array(view.buffer, offset, 4));
  const chunks = new Map<string, number>();
  for (let offset = 12; offset < view.byteLength; offset += 8 + view.getUint32(offset + 4, true)) chunks.set(name(offset), offset + 8);
  const format = chunks.get('fmt ') ?? 0;
  const data = chunks.get('data') ?? 0;
  const sampleCount = view.getUint32(data - 4, true) / 2;
  return {
    names: [name(0), name(8)],
    riffBytes: view.getUint32(4, true),
    encoding: view.getUint16(format, true),
    channels: view.getUint16(format + 2, true),
    rate: view.getUint32(format + 4, true),
    bytesPerSecond: view.getUint32(format + 8, true),
    frameBytes: view.getUint16(format + 12, true),
    bits: view.getUint16(format + 14, true),
    samples: Array.from({ length: sampleCount }, (_, index) => view.getInt16(data + index * 2, true)),
  };
}

const anySamples = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 200 });

describe('toWave', () => {
  it('keeps every sample to 16 bits, at any rate', async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, fc.constantFrom(16_000, 44_100), async (samples, rate) => {
        const file = toWave(Float32Array.from(samples), rate);
        const wave = await readWave(file);
        expect(wave).toMatchObject({ names: ['RIFF', 'WAVE'], encoding: 1, channels: 1, rate, bits: 16, frameBytes: 2 });
        expect([file.type, file.size, wave.riffBytes, wave.bytesPerSecond]).toEqual([
          'audio/wav',
          44 + samples.length * 2,
          file.size - 8,
          rate * 2,
        ]);
        expect(wave.samples).toHaveLength(samples.length);
        for (const [index, sample] of samples.entries())
          expect(Math.abs((wave.samples[index] ?? 9) / 32_768 - sample)).toBeLessThan(1 / 16_384);
      }),
      { numRuns: 200 },
    );
  });

  it('clips what is too loud instead of turning it over', async () => {
    const { samples } = await readWave(toWave(Float32Array.of(1.5, -1.5, 1, -1, 0), 16_000));
    expect(samples).toEqual([32_767, -32_768, 32_767, -32_768, 0]);
  });
});
