import { transcriptionResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FormData } from 'undici';
import { z } from 'zod';
import { HttpError, sendResponse, watchClose } from '../../http/exchange.ts';
import { chargeFor } from '../spending/spending.ts';
import { billedSeconds } from '../spending/spending-limits.ts';
import { assertOk, parseResponse } from '../upstream/send-call.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { VisitRoutes } from '../visits/visit-cookie.ts';
import { checkRecording, formLimitBytes, type RecordingForm, readRecordingForm } from './recording.ts';

interface TranscriptionRouteOptions extends VisitRoutes {
  /** From the recording's last byte on. */
  transcriptionMs: number;
}

/** The process holds each recording in memory until the service has answered. */
const mostAtOnce = 100;

export function registerTranscriptionRoute(app: FastifyInstance, options: TranscriptionRouteOptions): void {
  const { stt } = options.upstreams;
  if (!stt) return;
  let underWay = 0;
  // No other route accepts forms.
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // The route itself reads the form.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, parsed) => parsed(null));
    scope.post('/api/transcriptions', { onRequest: async (request) => checkHeaders(request) }, async (request, reply) => {
      if (underWay >= mostAtOnce) throw new HttpError('busy', { reason: 'too many recordings are under way' });
      underWay += 1;
      try {
        const form = await readRecordingForm(request.raw);
        return sendResponse(reply, transcriptionResponseSchema, { text: await transcribe({ ...options, stt }, form, request, reply) });
      } finally {
        underWay -= 1;
      }
    });
    done();
  });
}

function checkHeaders({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')) throw new HttpError('unsupported-type');
  if (Number(headers['content-length'] ?? 0) > formLimitBytes) throw new HttpError('too-large', { reason: 'the form is too long' });
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
