import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { HttpError } from '../../http/http-error.ts';

/** What a recording says of itself. */
export interface WaveHeader {
  /** Of the whole file, this header included. */
  fileBytes: number;
}

interface Chunk {
  id: string;
  bytes: number;
  /** Where its contents begin. */
  from: number;
}

interface Format {
  sampleRate: number;
}

/** Everything before the samples: recorders write 44 bytes, some programs a list of tags more. */
const headerLimitBytes = 4096;
const magicBytes = 12;
const chunkHeadBytes = 8;
const formatBytes = 16;
const pcm = 1;
const sampleBytes = 2;
const lowestRate = 8_000;
const highestRate = 48_000;
/** A recorder stops at a block of samples, not at a moment. */
const lastBlockSeconds = 0.5;

/**
 * Reads the beginning of a WAVE file of 16 bits, mono; undefined as long as the samples have not begun.
 * @throws HttpError `unsupported-type` for what is no WAVE file, `too-large` for one that is too long,
 * `malformed` for one that contradicts itself or holds something else than such samples
 */
export function readWaveHeader(bytes: Buffer): WaveHeader | undefined {
  if (!beginsLikeWave(bytes)) throw new HttpError('unsupported-type', { reason: 'no WAVE file' });
  if (bytes.length < magicBytes) return undefined;
  let format: Format | undefined;
  for (const chunk of chunksOf(bytes)) {
    if (chunk.id === 'data') return checkSize(bytes, chunk, format);
    if (chunk.id !== 'fmt ') continue;
    if (format || chunk.bytes < formatBytes) throw contradiction('its format is none');
    format = readFormat(bytes.subarray(chunk.from));
  }
  if (bytes.length > headerLimitBytes) throw contradiction('its samples do not begin');
  return undefined;
}

/** The chunks whose beginnings are there; of their contents only the format's is needed, and waited for. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  let at = magicBytes;
  while (bytes.length >= at + chunkHeadBytes) {
    const chunk = { id: bytes.toString('latin1', at, at + 4), bytes: bytes.readUInt32LE(at + 4), from: at + chunkHeadBytes };
    if (chunk.id === 'fmt ' && bytes.length < chunk.from + formatBytes) return;
    yield chunk;
    // Chunks begin at even places.
    at = chunk.from + chunk.bytes + (chunk.bytes % 2);
  }
}

function beginsLikeWave(bytes: Buffer): boolean {
  const is = (text: string, at: number) => text.startsWith(bytes.toString('latin1', at, at + text.length));
  return is('RIFF', 0) && is('WAVE', 8);
}

function readFormat(bytes: Buffer): Format {
  const sampleRate = bytes.readUInt32LE(4);
  const isOurs = bytes.readUInt16LE(0) === pcm && bytes.readUInt16LE(2) === 1 && bytes.readUInt16LE(14) === sampleBytes * 8;
  const agrees = bytes.readUInt32LE(8) === sampleRate * sampleBytes && bytes.readUInt16LE(12) === sampleBytes;
  if (!isOurs || !agrees || sampleRate < lowestRate || sampleRate > highestRate) throw contradiction('its format is not 16 bits, mono');
  return { sampleRate };
}

function checkSize(bytes: Buffer, data: Chunk, format: Format | undefined): WaveHeader {
  if (!format) throw contradiction('its samples have no format');
  const fileBytes = bytes.readUInt32LE(4) + chunkHeadBytes;
  const seconds = data.bytes / (format.sampleRate * sampleBytes);
  if (fileBytes > recordingLimitBytes || seconds > recordingLimitSeconds + lastBlockSeconds) {
    throw new HttpError('too-large', { reason: 'the recording is too long' });
  }
  if (data.bytes === 0 || data.bytes % sampleBytes !== 0 || data.from + data.bytes > fileBytes) throw contradiction('its sizes are wrong');
  return { fileBytes };
}

function contradiction(what: string): HttpError {
  return new HttpError('malformed', { reason: `a WAVE file: ${what}` });
}
