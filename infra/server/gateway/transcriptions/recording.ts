import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { readWavHeader, WavError, type WavHeader } from '@enfilade/shared-contracts/kit/wav';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { HttpError } from '../../http/exchange.ts';

/** One `file` and one `language`, in either order, read while the form arrives. The caller must call `end`. */
export type RecordingForm = ReturnType<typeof readRecordingForm>;

class FormEndedError extends Error {
  override readonly name = 'FormEndedError';
  readonly code = 'form-ended';
}

/** @throws HttpError `malformed` without a boundary; later failures, `malformed` and `too-large`, reject the promises */
export function readRecordingForm(request: IncomingMessage, limitBytes: number) {
  const parser = createParser(request);
  const begun = createPromise<Readable>();
  const whole = createPromise<Language>();
  let file: Readable | undefined;
  let language: Language | undefined;
  let failure: Error | undefined;
  let isOver = false;

  const fail = (cause: Error) => {
    if (isOver) return;
    isOver = true;
    failure = cause;
    begun.reject(cause);
    whole.reject(cause);
    file?.destroy(cause);
    request.unpipe(parser);
    // A browser reads the answer only after the whole upload; the server limits the time of the upload.
    request.resume();
  };
  const refuse = (reason: string) => fail(new HttpError('malformed', { reason }));

  parser.on('field', (name, value, _, isCut) => {
    const { data } = languageSchema.safeParse(value);
    if (name !== 'language' || isCut || data === undefined || language !== undefined)
      return refuse('the form has other fields than a recording');
    language = data;
  });
  parser.on('file', (name, stream) => {
    // The reader handles its errors; a stream without a reader would leave them unhandled.
    stream.on('error', () => undefined);
    if (name !== 'file' || file || isOver) return refuse('the file is not a recording');
    file = stream;
    begun.resolve(stream);
  });
  parser.on('partsLimit', () => refuse('more than a recording'));
  parser.on('error', () => refuse('a broken form'));
  parser.on('finish', () => {
    if (!file || language === undefined) return refuse('less than a recording');
    if (isOver) return;
    isOver = true;
    whole.resolve(language);
  });
  request.on('error', () => refuse('the visitor left'));
  request.once('close', () => {
    if (!request.complete) refuse('the visitor left');
  });
  limitLength(request, limitBytes, () => fail(new HttpError('too-large', { reason: 'the form is too long' })));
  request.pipe(parser);
  return {
    /** Resolves when the file begins. Rejects, as reading the file does, if the form is invalid. */
    file: begun.promise,
    language: () => language,
    /** Resolves with the language when the form ends correctly. */
    whole: whole.promise,
    failure: () => failure,
    end: () => fail(new FormEndedError()),
  };
}

/** The limit of two parts makes `partsLimit` report any third part; a part without a name counts as one of the two. */
function createParser({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: { parts: 2, fieldSize: 16, headerPairs: 16, headerSize: 4096 },
    });
  } catch (cause) {
    throw new HttpError('malformed', { reason: 'a form without boundary', cause });
  }
}

function limitLength(request: IncomingMessage, limitBytes: number, tooLong: () => void): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limitBytes) tooLong();
  });
}

function createPromise<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<T>((onValue, onCause) => {
    resolve = onValue;
    reject = onCause;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

export interface Recording {
  fileBytes: number;
  /** Includes the header; can be read once. Throws HttpError if the file's length differs from its header's. */
  chunks: AsyncIterable<Buffer>;
}

/** @throws HttpError (see readFileBytes), and what ended the file early */
export async function openRecording(file: Readable): Promise<Recording> {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await pieces.next();
    if (next.done) throw new HttpError(head.length === 0 ? 'unsupported-type' : 'malformed', { reason: 'a file without samples' });
    head = Buffer.concat([head, next.value]);
    const fileBytes = readFileBytes(head);
    if (fileBytes !== undefined) return { fileBytes, chunks: checkLength(head, pieces, fileBytes) };
  }
}

async function* checkLength(head: Buffer, pieces: AsyncIterator<Buffer>, fileBytes: number): AsyncGenerator<Buffer> {
  let bytes = head.length;
  let piece = head;
  for (;;) {
    if (bytes > fileBytes) throw new HttpError('malformed', { reason: 'the file is longer than its header states' });
    yield piece;
    const next = await pieces.next();
    if (next.done) break;
    piece = next.value;
    bytes += piece.length;
  }
  if (bytes < fileBytes) throw new HttpError('malformed', { reason: 'the file is shorter than its header states' });
}

/** Recorders write 44 bytes before the samples, and some programs add a list of tags. */
const headerLimitBytes = 4096;
const sampleBytes = 2;
const lowestRate = 8_000;
const highestRate = 48_000;
/** A recorder stops at the end of a block of samples. */
const lastBlockSeconds = 0.5;

/**
 * Undefined before the samples begin.
 * @throws HttpError `unsupported-type` if the file is no WAV file, `too-large` if it is too long, `malformed` if its header contradicts
 * itself or states other samples than 16 bits, mono
 */
export function readFileBytes(bytes: Buffer): number | undefined {
  const header = readWav(bytes);
  if (header) return checkHeader(header);
  if (bytes.length > headerLimitBytes) throw malformed('the file has no samples');
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

function checkHeader({ sampleRate, fileBytes, dataStart, dataBytes }: WavHeader): number {
  if (sampleRate < lowestRate || sampleRate > highestRate) throw malformed('the sample rate is not supported');
  const seconds = dataBytes / (sampleRate * sampleBytes);
  if (fileBytes > recordingLimitBytes || seconds > recordingLimitSeconds + lastBlockSeconds) {
    throw new HttpError('too-large', { reason: 'the recording is too long' });
  }
  if (dataBytes === 0 || dataBytes % sampleBytes !== 0 || dataStart + dataBytes > fileBytes) throw malformed('its sizes are wrong');
  return fileBytes;
}

function malformed(problem: string): HttpError {
  return new HttpError('malformed', { reason: `a WAV file: ${problem}` });
}
