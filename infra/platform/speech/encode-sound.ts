import { setImmediate as othersTurn } from 'node:timers/promises';
import { openMp3Encoder } from './mp3-encoder.ts';
import type { SoundFormat } from './speech-request.ts';

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
    // Sound comes faster than it is encoded, and the site's other answers are made in this process.
    await othersTurn();
  }
  yield encoder.finish();
}

async function* encodePcm(sound: Samples): Bytes {
  for await (const { buffer, byteOffset, byteLength } of sound) yield new Uint8Array(buffer, byteOffset, byteLength);
}
