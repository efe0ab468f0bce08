import type { IncomingMessage } from 'node:http';
import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { readWavHeader, WavError, type WavHeader } from '@enfilade/shared-contracts/kit/wav';
import { Response } from 'undici';
import { HttpError } from '../../http/exchange.ts';

/** Limit of boundaries, names and the language around a recording. */
const formBytes = 16 * 1024;
export const formLimitBytes = recordingLimitBytes + formBytes;

export interface RecordingForm {
  file: Buffer<ArrayBuffer>;
  language: Language;
}

/** @throws HttpError `too-large` if the form is longer than its limit, `malformed` if it has other parts than a file and a language */
export async function readRecordingForm(request: IncomingMessage): Promise<RecordingForm> {
  const body = await readBody(request);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData().catch((cause: unknown) => {
    throw new HttpError('malformed', { reason: 'a broken form', cause });
  });
  const file = form.get('file');
  const { data: language } = languageSchema.safeParse(form.get('language'));
  if ([...form].length !== 2 || file === null || typeof file === 'string' || language === undefined)
    throw new HttpError('malformed', { reason: 'the form has other parts than a recording and its language' });
  return { file: Buffer.from(await file.arrayBuffer()), language };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > formLimitBytes) throw new HttpError('too-large', { reason: 'the form is too long' });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    throw cause instanceof HttpError ? cause : new HttpError('malformed', { reason: 'the visitor left', cause });
  } finally {
    // A browser reads the answer only after the whole upload; the server limits the time of the upload.
    request.resume();
  }
}

const sampleBytes = 2;
const lowestRate = 8_000;
const highestRate = 48_000;
/** A recorder stops at the end of a block of samples. */
const lastBlockSeconds = 0.5;

/**
 * @throws HttpError `unsupported-type` if the file is no WAV file, `too-large` if it is too long, `malformed` if it contradicts its header,
 * or has other samples than 16 bits, mono
 */
export function checkRecording(file: Buffer): void {
  const { sampleRate, fileBytes, dataStart, dataBytes } = readWav(file);
  if (sampleRate < lowestRate || sampleRate > highestRate) throw malformed('the sample rate is not supported');
  const seconds = dataBytes / (sampleRate * sampleBytes);
  if (fileBytes > recordingLimitBytes || seconds > recordingLimitSeconds + lastBlockSeconds) {
    throw new HttpError('too-large', { reason: 'the recording is too long' });
  }
  if (dataBytes === 0 || dataBytes % sampleBytes !== 0 || dataStart + dataBytes > fileBytes) throw malformed('its sizes are wrong');
  if (fileBytes !== file.length) throw malformed('its length differs from its header');
}

function readWav(file: Buffer): WavHeader {
  if (file.length === 0) throw new HttpError('unsupported-type', { reason: 'a file without samples' });
  try {
    const header = readWavHeader(file);
    if (header) return header;
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw error.code === 'not-wav' ? new HttpError('unsupported-type', { reason: error.message }) : malformed(error.message);
  }
  throw malformed('the file has no samples');
}

function malformed(problem: string): HttpError {
  return new HttpError('malformed', { reason: `a WAV file: ${problem}` });
}
