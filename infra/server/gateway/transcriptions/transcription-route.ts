import { recordingLimitBytes } from '@enfilade/shared-contracts/api/limits';
import { transcriptionResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendResponse, watchClose } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import { chargeFor } from '../spending/charge-for.ts';
import { transcriptionPrice } from '../spending/prices.ts';
import type { Spending } from '../spending/spending.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { VisitOf } from '../visits/visit-of-request.ts';
import { openRecording } from './recording.ts';
import { readRecordingForm } from './recording-form.ts';
import { type TranscriptionService, transcribe } from './transcribe.ts';

export interface TranscriptionRouteOptions {
  upstream: Upstream;
  /** Absent: this site writes nothing down. */
  stt: Upstreams['stt'];
  visitOf: VisitOf;
  spending: Spending;
  /** For the words, from the last byte of a recording on; and the longest pause within it. */
  transcriptionMs: number;
}

/** Boundaries, names and the language around a recording. */
const formBytes = 16 * 1024;
const bodyLimitBytes = recordingLimitBytes + formBytes;

/** `POST /api/transcriptions`: the words of a dictated recording, which goes on to the service while it comes. */
export function registerTranscriptionRoute(app: FastifyInstance, { stt, ...options }: TranscriptionRouteOptions): void {
  // In a scope of its own: nowhere else is a form understood.
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // The form is read by the route, while it comes.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, parsed) => parsed(null));
    const onRequest = async (request: FastifyRequest) => {
      if (!stt) throw new HttpError('not-found');
      checkHeaders(request);
    };
    scope.post('/api/transcriptions', { onRequest }, async (request, reply) => {
      if (!stt) throw new HttpError('not-found');
      const text = await readAndTranscribe({ ...options, stt }, request, reply);
      return sendResponse(reply, transcriptionResponseSchema, { text });
    });
    done();
  });
}

/** What can be refused before a byte is read. */
function checkHeaders({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')) throw new HttpError('unsupported-type');
  if (Number(headers['content-length'] ?? 0) > bodyLimitBytes) throw new HttpError('too-large', { reason: 'the form is too long' });
}

async function readAndTranscribe(
  { upstream, stt, visitOf, spending, transcriptionMs }: TranscriptionRouteOptions & TranscriptionService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const leaving = watchClose(reply);
  const form = readRecordingForm(request.raw, bodyLimitBytes);
  const deadline = upstream.startDeadline(transcriptionMs, [leaving]);
  deadline.signal.addEventListener('abort', form.end, { once: true });
  if (deadline.signal.aborted) form.end();
  let waitsFor: 'visitor' | 'service' = 'visitor';
  const onPace = (party: typeof waitsFor) => {
    waitsFor = party;
    deadline.extend(transcriptionMs);
  };
  try {
    const recording = await openRecording(await form.file);
    // A form names no museum: that of the visit's cookie pays, else the share of those who have none yet.
    const visit = visitOf(request, reply);
    const reservation = spending.reserve(visit, { work: 'transcription', microCents: transcriptionPrice(recording.fileBytes) });
    const passage = { form, recording, deadline, onPace, requestId: request.id };
    return await chargeFor(reservation, () => transcribe({ upstream, stt }, passage));
  } catch (error) {
    const cause = form.failure() ?? error;
    const isVisitors = leaving.aborted || (deadline.isExpired() && waitsFor === 'visitor');
    if (isVisitors) throw new HttpError('malformed', { reason: 'the recording did not come to its end', cause });
    throw upstream.toHttpError(cause, deadline);
  } finally {
    form.end();
    deadline.end();
  }
}
