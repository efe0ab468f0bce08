import { readFileSync } from 'node:fs';

// https://www.sqlite.org/fileformat2.html#walformat
const [headerBytes, frameHeaderBytes] = [32, 24];
const [bigEndianMagic, littleEndianMagic] = [0x377f0683, 0x377f0682];

/**
 * Whether the log beside a file says, behind a place that is damaged, that later commits were made. SQLite forgets them
 * without a word, as it takes every damage for the end of a write that was cut off; but where each commit is on the disk
 * before the next begins, nothing follows such an end. The last two commits can be lost without being noticed.
 */
export function hidesCommits(file: string): boolean {
  const log = read(`${file}-wal`);
  if (log.length < headerBytes) return false;
  const [database, pageAt] = [read(file), 16];
  // That of the file itself, as the log's may be the damage; 1 is 65,536.
  const pageBytes = database.length > pageAt + 1 ? database.readUInt16BE(pageAt) : 0;
  const frameBytes = frameHeaderBytes + (pageBytes > 1 ? pageBytes : log.readUInt32BE(8));
  const frames = Array.from({ length: Math.max(0, Math.floor((log.length - headerBytes) / frameBytes)) }, (_, at) =>
    log.subarray(headerBytes + at * frameBytes, headerBytes + (at + 1) * frameBytes),
  );
  const whole = countWhole(log, frames);
  if (whole === frames.length) return false;
  const salt = whole === undefined ? frames.at(-1)?.subarray(8, 16) : log.subarray(16, 24);
  const later = frames.slice((whole ?? -1) + 1).filter((frame) => salt && frame.subarray(8, 16).equals(salt) && isCommit(frame)).length;
  const broken = frames[whole ?? 0];
  return later + (broken && salt && broken.subarray(8, 16).equals(salt) && isCommit(broken) ? 1 : 0) >= 2;
}

const isCommit = (frame: Buffer) => frame.readUInt32BE(4) > 0;

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** How many frames from the first one on are as they were written; undefined: not even the header is. */
function countWhole(log: Buffer, frames: readonly Buffer[]): number | undefined {
  const magic = log.readUInt32BE(0);
  if (magic !== bigEndianMagic && magic !== littleEndianMagic) return undefined;
  const add = (sum: Checksum, bytes: Buffer) => addTo(sum, bytes, magic === bigEndianMagic);
  let sum = add([0, 0], log.subarray(0, 24));
  if (!isAt(sum, log, 24)) return undefined;
  const broken = frames.findIndex((frame) => {
    sum = add(add(sum, frame.subarray(0, 8)), frame.subarray(frameHeaderBytes));
    return !frame.subarray(8, 16).equals(log.subarray(16, 24)) || !isAt(sum, frame, 16);
  });
  return broken === -1 ? frames.length : broken;
}

type Checksum = readonly [number, number];

function addTo([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  let [one, two] = [first, second];
  const wordAt = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + wordAt(at) + two) >>> 0;
    two = (two + wordAt(at + 4) + one) >>> 0;
  }
  return [one, two];
}

const isAt = ([one, two]: Checksum, bytes: Buffer, at: number) => bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;
