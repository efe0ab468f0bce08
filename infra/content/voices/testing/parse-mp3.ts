export interface Mp3 {
  seconds: number;
  channels: 1 | 2;
  /** Share of the frames in which something is coded, 0 to 1. */
  soundingShare: number;
  /** What follows the last whole frame; a sound file has none. */
  restBytes: number;
}

interface Frame {
  bytes: number;
  seconds: number;
  channels: 1 | 2;
  isSounding: boolean;
}

// ISO/IEC 13818-3: MPEG-2 (half sample rates), layer III.
const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];
const samplesPerFrame = 576;
const headerBytes = 4;

/** Walks the frames from the first byte on; only what the samples use is known: MPEG-2 layer III. */
export function parseMp3(bytes: Buffer): Mp3 {
  const frames: Frame[] = [];
  let at = 0;
  for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
    frames.push(frame);
    at += frame.bytes;
  }
  const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
  const sounding = frames.filter(({ isSounding }) => isSounding).length;
  return {
    seconds,
    channels: frames[0]?.channels ?? 1,
    soundingShare: frames.length === 0 ? 0 : sounding / frames.length,
    restBytes: bytes.length - at,
  };
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + headerBytes > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  // Eleven bits to find the frame by, then MPEG-2 (10) and layer III (01).
  if (header >>> 17 !== 0b111_1111_1111_10_01) return undefined;
  const bitRate = (kilobits[(header >>> 12) & 15] ?? 0) * 1000;
  const sampleRate = sampleRates[(header >>> 10) & 3];
  if (!bitRate || !sampleRate) return undefined;
  const length = Math.floor((samplesPerFrame / 8) * (bitRate / sampleRate)) + ((header >>> 9) & 1);
  if (at + length > bytes.length) return undefined;
  const hasChecksum = ((header >>> 16) & 1) === 0;
  const side = bytes.subarray(at + headerBytes + (hasChecksum ? 2 : 0));
  const channels = ((header >>> 6) & 3) === 3 ? 1 : 2;
  return { bytes: length, seconds: samplesPerFrame / sampleRate, channels, isSounding: codedBits(side, channels) > 0 };
}

/** `part2_3_length` of the first channel: how many bits say something. Twelve bits after main_data_begin (8) and private bits (1 or 2). */
function codedBits(side: Buffer, channels: 1 | 2): number {
  const bits = side.readUIntBE(0, 3);
  return (bits >>> (24 - 8 - channels - 12)) & 0xfff;
}
