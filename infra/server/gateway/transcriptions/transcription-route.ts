import { recordingLimitBytes, recordingLimitSeconds } from '@enfilade/shared-contracts/api/limits';
import { transcriptionResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { type Language, languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { readWavHeader, WavError, type WavHeader } from '@enfilade/shared-contracts/kit/wav';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FormData, Response } from 'undici';
import { z } from 'zod';
import { HttpError, sendResponse, watchClose } from '../../http/exchange.ts';
import { chargeFor } from '../spending/spending.ts';
import { billedSeconds } from '../spending/spending-limits.ts';
import { assertOk, parseResponse } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { VisitRoutes } from '../visits/visit-cookie.ts';

interface TranscriptionRouteOptions extends VisitRoutes {
  /** From the recording's last byte on. */
  transcriptionMs: number;
}

/** The process holds each recording in memory until the service has answered. */
const mostAtOnce = 100;
/** Limit of boundaries, names and the language around a recording. */
const formBytes = 16 * 1024;

export function registerTranscriptionRoute(app: FastifyInstance, options: TranscriptionRouteOptions): void {
  const { stt } = options.upstreams;
  if (!stt) return;
  let underWay = 0;
  // No other route accepts forms.
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.addHook('onRequest', async (_, reply) => {
      if (underWay >= mostAtOnce) throw new HttpError('busy', { reason: 'too many recordings are under way' });
      underWay += 1;
      reply.raw.once('close', () => {
        underWay -= 1;
      });
    });
    scope.post('/api/transcriptions', { bodyLimit: recordingLimitBytes + formBytes }, async (request, reply) => {
      const form = await readRecordingForm(request);
      return sendResponse(reply, transcriptionResponseSchema, { text: await transcribe({ ...options, stt }, form, request, reply) });
    });
    done();
  });
}

interface RecordingForm {
  file: Buffer<ArrayBuffer>;
  language: Language;
}

/** @throws HttpError `malformed` if the form has other parts than a file and a language */
async function readRecordingForm({ body, headers }: FastifyRequest): Promise<RecordingForm> {
  const parts = new Response(body as Buffer, { headers: { 'content-type': headers['content-type'] ?? '' } });
  const form = await parts.formData().catch((cause: unknown) => {
    throw new HttpError('malformed', { reason: 'a broken form', cause });
  });
  const file = form.get('file');
  const { data: language } = languageSchema.safeParse(form.get('language'));
  if ([...form].length !== 2 || file === null || typeof file === 'string' || language === undefined)
    throw new HttpError('malformed', { reason: 'the form has other parts than a recording and its language' });
  return { file: Buffer.from(await file.arrayBuffer()), language };
}

const responseSchema = z.object({ text: z.string().max(20_000) });

/** @throws HttpError if the recording is invalid, or the service refuses or fails */
async function transcribe(
  { services, stt, visitOf, spending, transcriptionMs }: TranscriptionRouteOptions & { stt: NonNullable<Upstreams['stt']> },
  { file, language }: RecordingForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  checkRecording(file);
  // The form names no museum: the museum of the visit's cookie pays, otherwise the budget for unknown museums.
  const reservation = await spending.reserve(visitOf(request, reply), { work: 'transcription', amount: billedSeconds(file.length) });
  const form = new FormData();
  form.set('model', stt.model);
  form.set('language', language);
  form.set('file', new Blob([file], { type: 'audio/wav' }), 'audio.wav');
  const url = `${versionedBase(stt.url)}/audio/transcriptions`;
  const call = { method: 'POST', url, bearer: stt.key, form, requestId: request.id } as const;
  return chargeFor(reservation, () =>
    services.of('transcription').ask(call, {
      limitMs: transcriptionMs,
      signal: watchClose(reply),
      async read(response) {
        await assertOk(response, 'the transcription service');
        const { text } = parseResponse(responseSchema, await response.json(), 'the transcription service');
        return toWritten(text.trim(), { language, pronunciations: [] });
      },
    }),
  );
}

const sampleBytes = 2;
const lowestRate = 8_000;
const highestRate = 48_000;
/** A recorder stops at the end of a block of samples. */
const lastBlockSeconds = 0.5;

/**
 * @throws HttpError `unsupported-type` if the file is not a WAV file, `too-large` if it is too long, `malformed` if it contradicts its
 * header, or has samples other than 16 bits, mono
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
