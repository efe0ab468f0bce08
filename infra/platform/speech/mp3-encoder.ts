import { speechSampleRate } from './speech.ts';

/** One stream of MP3: mono, 32 kbit/s. What is returned may be empty, the encoder keeps up to a frame or two back. */
export interface Mp3Encoder {
  encode(samples: Int16Array): Uint8Array;
  /** The rest; nothing may follow. */
  finish(): Uint8Array;
}

const kilobits = 32;
const fullScale = 32_768;

/** LAME, which is under the LGPL: from its own file at run time, so that whoever runs the site can exchange it. */
export async function openMp3Encoder(): Promise<Mp3Encoder> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const lame = await createMp3Encoder();
  lame.configure({ channels: 1, sampleRate: speechSampleRate, outputSampleRate: speechSampleRate, bitrate: kilobits });
  return {
    // Copied: what is handed out lies in the encoder's memory.
    encode: (samples) => lame.encode([Float32Array.from(samples, (sample) => sample / fullScale)]).slice(),
    finish: () => lame.finalize().slice(),
  };
}
