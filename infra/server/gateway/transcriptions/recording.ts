import type { Readable } from 'node:stream';
import { HttpError } from '../../http/http-error.ts';
import { readWaveHeader, type WaveHeader } from './wave-header.ts';

/** A WAVE file that is still coming. */
export interface Recording extends WaveHeader {
  /** The file as it comes, header included; can be read once. Throws HttpError when it is not as long as it says. */
  chunks: AsyncIterable<Buffer>;
}

/** Reads a file as far as its header. @throws HttpError (see readWaveHeader), and whatever ended the file early */
export async function openRecording(file: Readable): Promise<Recording> {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (next.done) throw new HttpError(head.length === 0 ? 'unsupported-type' : 'malformed', { reason: 'a file without samples' });
    head = Buffer.concat([head, next.value]);
    const header = readWaveHeader(head);
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
