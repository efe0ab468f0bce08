export const wavHeaderBytes = 44;

const magicBytes = 12;
const chunkHeadBytes = 8;
const formatBytes = 16;
/** RIFF's code for uncompressed integers. */
const pcm = 1;

/** 16 bits, one channel. Samples are 16 bit integers, or floats, which are clipped to -1 and 1. */
export function writeWav(samples: Int16Array | Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * 2;
  const bytes = new Uint8Array(wavHeaderBytes + dataBytes);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, wavHeaderBytes - chunkHeadBytes + dataBytes, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, formatBytes, true);
  view.setUint16(20, pcm, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, dataBytes, true);
  const toInteger = samples instanceof Int16Array ? (sample: number) => sample : toInt16;
  samples.forEach((sample, index) => {
    view.setInt16(wavHeaderBytes + index * 2, toInteger(sample), true);
  });
  return bytes;
}

function toInt16(sample: number): number {
  const clipped = Math.max(-1, Math.min(1, sample));
  return Math.round(clipped * (clipped < 0 ? 0x8000 : 0x7fff));
}

export interface WavHeader {
  sampleRate: number;
  fileBytes: number;
  dataStart: number;
  dataBytes: number;
}

/** not-wav: another file type · malformed: an inconsistent file, or samples other than 16 bits, mono. */
export class WavError extends Error {
  readonly code: 'not-wav' | 'malformed';

  constructor(code: WavError['code'], message: string) {
    super(message);
    this.name = 'WavError';
    this.code = code;
  }
}

/** Undefined if the bytes end before the samples. @throws WavError */
export function readWavHeader(bytes: Uint8Array): WavHeader | undefined {
  if (!'RIFF'.startsWith(latin(bytes, 0)) || !'WAVE'.startsWith(latin(bytes, 8)))
    throw new WavError('not-wav', 'The file is not a WAV file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [...chunksUntilData(view)];
  const formats = chunks.filter(({ name }) => name === 'fmt ');
  if (formats.length > 1 || formats.some(({ length }) => length < formatBytes))
    throw new WavError('malformed', 'The WAV file has several formats or an incomplete one');
  const [sampleRate] = formats.filter(({ start }) => bytes.length >= start + formatBytes).map(({ start }) => readSampleRate(view, start));
  const data = chunks.find(({ name }) => name === 'data');
  if (!data) return undefined;
  if (sampleRate === undefined) throw new WavError('malformed', 'The WAV file has samples before its format');
  return { sampleRate, fileBytes: view.getUint32(4, true) + chunkHeadBytes, dataStart: data.start, dataBytes: data.length };
}

const latin = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

function* chunksUntilData(view: DataView) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = magicBytes; at + chunkHeadBytes <= bytes.length; ) {
    const chunk = { name: latin(bytes, at), start: at + chunkHeadBytes, length: view.getUint32(at + 4, true) };
    yield chunk;
    if (chunk.name === 'data') return;
    // Chunks start at even offsets.
    at = chunk.start + chunk.length + (chunk.length % 2);
  }
}

function readSampleRate(view: DataView, at: number): number {
  const sampleRate = view.getUint32(at + 4, true);
  const [coding, channels, frameBytes, bits] = [0, 2, 12, 14].map((offset) => view.getUint16(at + offset, true));
  const isMono16 = coding === pcm && channels === 1 && frameBytes === 2 && bits === 16;
  if (!isMono16 || view.getUint32(at + 8, true) !== sampleRate * 2) throw new WavError('malformed', 'The WAV file is not 16 bits, mono');
  return sampleRate;
}
