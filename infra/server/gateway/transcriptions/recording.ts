import type { Readable } from 'node:stream';
import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { readWavHeader, WavError, type WavHeader } from '@enfilade/shared-contracts/kit/wav';
import { HttpError } from '../../http/http-error.ts';

interface RecordingHeader {
  /** Of the whole file, its header included. */
  fileBytes: number;
}

/** A WAV file that is still coming. */
export interface Recording extends RecordingHeader {
  /** The file as it comes, header included; can be read once. Throws HttpError when it is not as long as it says. */
  chunks: AsyncIterable<Buffer>;
}

/** Reads a file as far as its header. @throws HttpError (see readRecordingHeader), and whatever ended the file early */
export async function openRecording(file: Readable): Promise<Recording> {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (next.done) throw new HttpError(head.length === 0 ? 'unsupported-type' : 'malformed', { reason: 'a file without samples' });
    head = Buffer.concat([head, next.value]);
    const header = readRecordingHeader(head);
    if (header) return { ...header, chunks: checkLength(head, pieces, header.fileBytes) };
  }
}

async function* checkLength(head: Buffer, pieces: AsyncIterator<Buffer>, fileBytes: number): AsyncGenerator<Buffer> {
  let bytes = head.length;
  let piece = head;
  for (;;) {
    if (bytes > fileBytes) throw new HttpError('malformed', { reason: 'the file is longer than it says' });
    yield piece;
    const next = await pieces.next();
    if (next.done) break;
    piece = next.value;
    bytes += piece.length;
  }
  if (bytes < fileBytes) throw new HttpError('malformed', { reason: 'the file is shorter than it says' });
}

/** Everything before the samples: recorders write 44 bytes, some programs a list of tags more. */
const headerLimitBytes = 4096;
const sampleBytes = 2;
const lowestRate = 8_000;
const highestRate = 48_000;
/** A recorder stops at a block of samples, not at a moment. */
const lastBlockSeconds = 0.5;

/**
 * Reads the beginning of a recording; undefined as long as its samples have not begun.
 * @throws HttpError `unsupported-type` for what is no WAV file, `too-large` for one that is too long,
 * `malformed` for one that contradicts itself or holds other samples than 16 bits, mono
 */
export function readRecordingHeader(bytes: Buffer): RecordingHeader | undefined {
  const header = readWav(bytes);
  if (header) return checkHeader(header);
  if (bytes.length > headerLimitBytes) throw malformed('its samples do not begin');
  return undefined;
}

function readWav(bytes: Buffer): WavHeader | undefined {
  try {
    return readWavHeader(bytes);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw error.code === 'not-wav' ? new HttpError('unsupported-type', { reason: error.message }) : malformed(error.message);
  }
}

function checkHeader({ sampleRate, fileBytes, dataStart, dataBytes }: WavHeader): RecordingHeader {
  if (sampleRate < lowestRate || sampleRate > highestRate) throw malformed('its rate is none of a recorder');
  const seconds = dataBytes / (sampleRate * sampleBytes);
  if (fileBytes > recordingLimitBytes || seconds > recordingLimitSeconds + lastBlockSeconds) {
    throw new HttpError('too-large', { reason: 'the recording is too long' });
  }
  if (dataBytes === 0 || dataBytes % sampleBytes !== 0 || dataStart + dataBytes > fileBytes) throw malformed('its sizes are wrong');
  return { fileBytes };
}

function malformed(problem: string): HttpError {
  return new HttpError('malformed', { reason: `a WAV file: ${problem}` });
}
