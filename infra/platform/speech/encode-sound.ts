import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { speechSampleRate } from './speech.ts';
import type { SoundFormat } from './speech-request.ts';

/** One stream of MP3: mono, 32 kbit/s. What is returned may be empty: the encoder returns a frame or two later. */
interface Mp3Encoder {
  encode(samples: Int16Array): Uint8Array;
  /** The rest; nothing may follow. */
  finish(): Uint8Array;
}

const kilobits = 32;
const fullScale = 32_768;

/** LAME, which is under the LGPL: from its own file at run time, so that the site's operator can exchange it. */
async function openMp3Encoder(): Promise<Mp3Encoder> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const lame = await createMp3Encoder();
  lame.configure({ channels: 1, sampleRate: speechSampleRate, outputSampleRate: speechSampleRate, bitrate: kilobits });
  return {
    // Copied: the result lies in the encoder's memory.
    encode: (samples) => lame.encode([Float32Array.from(samples, (sample) => sample / fullScale)]).slice(),
    finish: () => lame.finalize().slice(),
  };
}

type Samples = AsyncIterable<Int16Array>;
type Bytes = AsyncGenerator<Uint8Array, void>;

/** How each format is sent. */
export const soundFormats: Readonly<Record<SoundFormat, { contentType: string; encode(sound: Samples): Bytes }>> = {
  mp3_22050_32: { contentType: 'audio/mpeg', encode: encodeMp3 },
  pcm_22050: { contentType: 'audio/pcm', encode: encodePcm },
};

async function* encodeMp3(sound: Samples): Bytes {
  const encoder = await openMp3Encoder();
  for await (const samples of sound) {
    const bytes = encoder.encode(samples);
    if (bytes.length > 0) yield bytes;
    // Sound comes faster than it is encoded, and the site's other responses are made in this process.
    await nextTurnOfLoop();
  }
  yield encoder.finish();
}

async function* encodePcm(sound: Samples): Bytes {
  for await (const { buffer, byteOffset, byteLength } of sound) yield new Uint8Array(buffer, byteOffset, byteLength);
}
