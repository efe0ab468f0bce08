import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { HttpError } from '../../http/http-error.ts';

/** A form of one `file` and one `language`, in either order, while it comes. Anybody who opened it ends it. */
export type RecordingForm = ReturnType<typeof readRecordingForm>;

/** Nobody needs the form any more. */
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
    // A browser reads the answer only once it has sent everything; the server limits how long that may take.
    request.resume();
  };
  const refuse = (reason: string) => fail(new HttpError('malformed', { reason }));

  parser.on('field', (name, value, _, isCut) => {
    const { data } = languageSchema.safeParse(value);
    if (name !== 'language' || isCut || data === undefined || language !== undefined) return refuse('not the fields of a recording');
    language = data;
  });
  parser.on('file', (name, stream) => {
    // Its reader hears of errors; without one they would be nobody's.
    stream.on('error', () => undefined);
    if (name !== 'file' || file || isOver) return refuse('not the file of a recording');
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
  const end = () => fail(new FormEndedError());
  return {
    /** Resolves when the file begins. Rejects, like its reading, when the form turns out to be another. */
    file: begun.promise /** The language, where it came already. */,
    language: () => language /** Resolves with the language when the form came to its proper end. */,
    whole: whole.promise /** Why neither came, which a broken file cannot say itself. */,
    failure: () => failure /** What still comes is thrown away. */,
    end,
  };
}

/** Two parts; a third one of any kind is told by `partsLimit`, and one without a name takes the place of one that is missed. */
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

/** A promise resolved from outside, whose rejection need not be handled. */
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
