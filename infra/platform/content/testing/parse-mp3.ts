export interface Mp3 {
  seconds: number;
  channels: 1 | 2;
  rates: string[];
  soundingShare: number;
  /** Pauses of at least a third of a second between two sounds, in seconds from the beginning. */
  pauses: { from: number; until: number }[];
  /** Bytes after the last whole frame; 0 in a valid file. */
  restBytes: number;
}

interface Frame {
  bytes: number;
  rate: string;
  seconds: number;
  channels: 1 | 2;
  /** Size of the frame's sound data: near zero in a pause, a thousand in a word. */
  codedBits: number;
}

// ISO/IEC 13818-3: MPEG-2 (half sample rates), layer III.
const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];
const samplesPerFrame = 576;
const headerBytes = 4;

const echoBits = 150;
const shortestPauseSeconds = 1 / 3;

/** Length of the ID3 tag, whose size has seven bits a byte. */
const endOfTag = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 3) === 'ID3' ? 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0) : 0;

export function parseMp3(bytes: Buffer): Mp3 {
  const frames: Frame[] = [];
  let at = endOfTag(bytes);
  for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
    frames.push(frame);
    at += frame.bytes;
  }
  const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
  const sounding = frames.filter((frame) => frame.codedBits > 0).length;
  return {
    seconds,
    channels: frames[0]?.channels ?? 1,
    rates: [...new Set(frames.map(({ rate }) => rate))],
    soundingShare: frames.length === 0 ? 0 : sounding / frames.length,
    pauses: findPauses(frames),
    restBytes: bytes.length - at,
  };
}

function findPauses(frames: readonly Frame[]): Mp3['pauses'] {
  const pauses: Mp3['pauses'] = [];
  let at = 0;
  let from: number | undefined;
  for (const { seconds, codedBits } of frames) {
    if (codedBits < echoBits) from ??= at;
    else {
      if (from !== undefined && at - from >= shortestPauseSeconds) pauses.push({ from, until: at });
      from = undefined;
    }
    at += seconds;
  }
  return pauses;
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + headerBytes > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  // Eleven bits of frame sync, then MPEG-2 (10) and layer III (01).
  if (header >>> 17 !== 0b111_1111_1111_10_01) return undefined;
  const bitRate = (kilobits[(header >>> 12) & 15] ?? 0) * 1000;
  const sampleRate = sampleRates[(header >>> 10) & 3];
  if (!bitRate || !sampleRate) return undefined;
  const length = Math.floor((samplesPerFrame / 8) * (bitRate / sampleRate)) + ((header >>> 9) & 1);
  if (at + length > bytes.length) return undefined;
  const hasChecksum = ((header >>> 16) & 1) === 0;
  const side = bytes.subarray(at + headerBytes + (hasChecksum ? 2 : 0));
  const channels = ((header >>> 6) & 3) === 3 ? 1 : 2;
  const rate = `${sampleRate} Hz, ${bitRate} bit/s`;
  return { bytes: length, rate, seconds: samplesPerFrame / sampleRate, channels, codedBits: readCodedBits(side, channels) };
}

/** `part2_3_length` of the first channel: twelve bits after main_data_begin (8) and private bits (1 or 2). */
function readCodedBits(side: Buffer, channels: 1 | 2): number {
  const bits = side.readUIntBE(0, 3);
  return (bits >>> (24 - 8 - channels - 12)) & 0xfff;
}
