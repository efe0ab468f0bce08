import { readFileSync } from 'node:fs';

/** Mono; samples from -1 to 1. */
export interface Sound {
  rate: number;
  samples: Float64Array;
}

const envelopeMs = 20;

/** Parses mono PCM with 16 bits. @throws Error that contains the format of any other file */
export function parseWave(file: Buffer): Sound {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') throw new Error('The file is not a WAVE file');
  let format: { coding: number; channels: number; rate: number; bits: number } | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const bytes = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ') {
      const [coding, channels] = [file.readUInt16LE(start), file.readUInt16LE(start + 2)];
      format = { coding, channels, rate: file.readUInt32LE(start + 4), bits: file.readUInt16LE(start + 14) };
    }
    if (name === 'data') return toSound(format, file.subarray(start, start + bytes));
    at = start + bytes + (bytes % 2);
  }
  throw new Error('The WAVE file has no data chunk');
}

function toSound(format: { coding: number; channels: number; rate: number; bits: number } | undefined, data: Buffer): Sound {
  if (format?.coding !== 1 || format.channels !== 1 || format.bits !== 16)
    throw new Error(`Not mono with 16 bits: ${JSON.stringify(format)}`);
  const samples = new Float64Array(data.length >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = data.readInt16LE(index * 2) / 2 ** 15;
  return { rate: format.rate, samples };
}

export const loadWave = (file: string): Sound => parseWave(readFileSync(file));

/** Steps of 20 ms: the root of the mean square. */
export function envelopeOf({ rate, samples }: Sound): number[] {
  const step = (rate * envelopeMs) / 1000;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const part = samples.subarray(Math.round(index * step), Math.round((index + 1) * step));
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
}

/** Removes the silence at both ends. */
export function trimmed(envelope: readonly number[]): number[] {
  const limit = Math.max(...envelope) * 0.05;
  const first = envelope.findIndex((level) => level > limit);
  return envelope.slice(first, envelope.findLastIndex((level) => level > limit) + 1);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [index, valueA] of a.entries()) {
    const [fromA, fromB] = [valueA - meanA, (b[index] ?? 0) - meanB];
    both += fromA * fromB;
    ofA += fromA * fromA;
    ofB += fromB * fromB;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

/** The best correlation of `phrase` with any stretch of `heard` of its length; -1 if `heard` is shorter than 70 % of `phrase`. */
export function likeness(phrase: readonly number[], heard: readonly number[]): number {
  if (heard.length < phrase.length * 0.7) return -1;
  const padded = [...heard, ...Array.from({ length: Math.ceil(phrase.length * 0.3) }, () => 0)];
  let best = -1;
  for (let at = 0; at + phrase.length <= padded.length; at += 1)
    best = Math.max(best, correlation(phrase, padded.slice(at, at + phrase.length)));
  return best;
}
