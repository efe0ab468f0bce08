import { setImmediate } from 'node:timers/promises';
import { readWavHeader, type WavHeader } from '@enfilade/shared-contracts/kit/wav';
import { Resampler } from '../call-machine/worklet/resampler.ts';
import { SpeechError } from './speech.ts';

export interface DecodedSound {
  /** Set if the answer states the length in advance. */
  totalMs: number | undefined;
  sound: AsyncIterable<Int16Array>;
}

/** Default rate of samples without a header: OpenAI's rate, which compatible services use too. */
export const bareRate = 24_000;
const headerLimitBytes = 4_096;

/** Supports raw samples, WAV (with or without a length) and MP3. @throws SpeechError for any other response */
export async function decodeSound(response: Response, rate: number): Promise<DecodedSound> {
  const type = response.headers.get('content-type') ?? '';
  if (/json|text|html/i.test(type) || !response.body) throw new SpeechError(`The speech service answered ${type || 'nothing'}`);
  // Locks the body at once, because fetch cancels a body without a reader at a garbage collection of the response.
  const chunks = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const given = Number(
    /rate=(\d{4,6})/.exec(type)?.[1] ?? /_(\d{4,6})$/.exec(new URL(response.url).searchParams.get('output_format') ?? '')?.[1],
  );
  if (/mpeg|mp3/i.test(type)) return { totalMs: undefined, sound: resampled(decodeMp3(chunks), rate) };
  const { first, header } = await readStart(chunks);
  const sampleRate = header?.sampleRate ?? (given || bareRate);
  const bytes = knownBytes(response, header);
  const totalMs = bytes === undefined ? undefined : (500 * bytes) / sampleRate;
  return { totalMs, sound: resampled(samplesOf(first, chunks, sampleRate), rate) };
}

async function readStart(rest: AsyncIterator<Uint8Array>): Promise<{ first: Uint8Array; header: WavHeader | undefined }> {
  let first: Uint8Array = new Uint8Array();
  while (first.length < headerLimitBytes) {
    const { done, value } = await rest.next();
    first = Buffer.concat([first, value ?? new Uint8Array()]);
    if (first.length < magicBytes && !done) continue;
    if (!isWav(first)) return { first, header: undefined };
    const header = readWavHeader(first);
    if (header) return { first: first.subarray(header.dataStart), header };
    if (done) break;
  }
  throw new SpeechError('The speech service sent a WAV file without samples');
}

const magicBytes = 4;
const isWav = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, magicBytes)).toString('latin1') === 'RIFF';

/** Bytes of samples. A streamed WAV header states zero or the maximum, so the number is unknown. */
function knownBytes(response: Response, header: WavHeader | undefined): number | undefined {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  if (Number.isFinite(length)) return length - (header?.dataStart ?? 0);
  return header && header.dataBytes > 0 && header.dataBytes < 0x7fff_0000 ? header.dataBytes : undefined;
}

type Sound = { samples: Float32Array; sampleRate: number };

async function* samplesOf(first: Uint8Array, rest: AsyncIterator<Uint8Array>, sampleRate: number): AsyncGenerator<Sound, void> {
  let bytes = Buffer.from(first);
  for (;;) {
    const whole = bytes.length - (bytes.length % 2);
    const samples = new Float32Array(whole / 2);
    for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(2 * at) / 0x8000;
    if (whole > 0) yield { samples, sampleRate };
    const { done, value } = await rest.next();
    if (done) return;
    bytes = Buffer.concat([bytes.subarray(whole), value]);
  }
}

async function* decodeMp3(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Sound, void> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      const { channelData, sampleRate } = decoder.decode(chunk);
      const [samples] = channelData;
      if (samples && samples.length > 0) yield { samples, sampleRate };
    }
  } finally {
    decoder.free();
  }
}

/** Samples that are resampled at once: at least 50 ms. */
const pieceSamples = 2_400;

async function* resampled(sound: AsyncIterable<Sound>, rate: number): AsyncGenerator<Int16Array, void> {
  let resample: ReturnType<typeof createResampling> | undefined;
  for await (const { samples, sampleRate } of sound) {
    resample ??= createResampling(sampleRate, rate);
    for (let at = 0; at < samples.length; at += pieceSamples) {
      yield resample(samples.subarray(at, at + pieceSamples));
      // Many services send a whole sentence at once. Yielding sends its first sound before the rest is resampled.
      await setImmediate();
    }
  }
}

function createResampling(fromRate: number, toRate: number): (samples: Float32Array) => Int16Array {
  const toInteger = (sample: number) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff);
  if (fromRate === toRate) return (samples) => Int16Array.from(samples, toInteger);
  const resampler = new Resampler(fromRate, toRate);
  return (samples) => {
    const result = new Int16Array(Math.ceil((samples.length * toRate) / fromRate) + 1);
    let length = 0;
    for (const sample of samples) {
      resampler.push(sample);
      while (!resampler.needsInput) result[length++] = toInteger(resampler.next());
    }
    return result.subarray(0, length);
  };
}
