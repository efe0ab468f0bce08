/** What the headers of an MP3 say; each frame of MPEG-2 layer III holds 576 samples. */
export interface Mp3Facts {
  frames: number;
  sampleRate: number;
  kilobits: number;
  isMono: boolean;
  seconds: number;
}

const kilobitsOf = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];
const samplesInFrame = 576;

/** Where an ID3 tag at the beginning ends. */
function endOfTag(bytes: Uint8Array): number {
  if (Buffer.from(bytes.subarray(0, 3)).toString() !== 'ID3') return 0;
  return 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0);
}

/** Walks from frame to frame, so that every byte must belong to one. @throws Error where there is no frame */
export function readMp3(bytes: Uint8Array): Mp3Facts {
  const facts: Mp3Facts = { frames: 0, sampleRate: 0, kilobits: 0, isMono: true, seconds: 0 };
  for (let at = endOfTag(bytes); at < bytes.length; facts.frames += 1) {
    const [sync = 0, kind = 0, rates = 0, channels = 0] = bytes.subarray(at, at + 4);
    // 0xfff3, less the bit for a checksum: sync, MPEG-2, layer III.
    if (sync !== 0xff || (kind & 0xfe) !== 0xf2) throw new Error(`No frame at ${at}`);
    const kilobits = kilobitsOf[rates >> 4] ?? 0;
    const sampleRate = sampleRates[(rates >> 2) & 3] ?? 0;
    facts.isMono &&= channels >> 6 === 3;
    Object.assign(facts, { kilobits, sampleRate });
    facts.seconds += samplesInFrame / sampleRate;
    at += Math.floor((72_000 * kilobits) / sampleRate) + ((rates >> 1) & 1);
    if (at > bytes.length) throw new Error('The last frame is cut');
  }
  return facts;
}
