import { randomUUID } from 'node:crypto';
import { recordingLimitBytes } from '@enfilade/shared-contracts/api/limits';
import { transcriptionResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError, sendResponse, watchClose } from '../../http/exchange.ts';
import { chargeFor } from '../spending/spending.ts';
import { billedSeconds } from '../spending/spending-limits.ts';
import { assertOk, type Deadline, parseResponse } from '../upstream/send-call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { VisitRoutes } from '../visits/visit-cookie.ts';
import { openRecording, type Recording, type RecordingForm, readRecordingForm } from './recording.ts';

interface TranscriptionRouteOptions extends VisitRoutes {
  /** From the recording's last byte on; also the longest pause within the upload. */
  transcriptionMs: number;
}

/** Limit of boundaries, names and the language around a recording. */
const formBytes = 16 * 1024;
const bodyLimitBytes = recordingLimitBytes + formBytes;

export function registerTranscriptionRoute(app: FastifyInstance, options: TranscriptionRouteOptions): void {
  const { stt } = options.upstreams;
  if (!stt) return;
  // No other route accepts forms.
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    // The route itself reads the form while it arrives.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, parsed) => parsed(null));
    scope.post('/api/transcriptions', { onRequest: async (request) => checkHeaders(request) }, async (request, reply) => {
      const text = await readAndTranscribe({ ...options, stt }, request, reply);
      return sendResponse(reply, transcriptionResponseSchema, { text });
    });
    done();
  });
}

function checkHeaders({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')) throw new HttpError('unsupported-type');
  if (Number(headers['content-length'] ?? 0) > bodyLimitBytes) throw new HttpError('too-large', { reason: 'the form is too long' });
}

async function readAndTranscribe(
  { services, stt, visitOf, spending, transcriptionMs }: TranscriptionRouteOptions & Pick<TranscriptionService, 'stt'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const upstream = services.of('transcription');
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
    // The form names no museum: the museum of the visit's cookie pays, otherwise the budget for unknown museums.
    const visit = visitOf(request, reply);
    const reservation = await spending.reserve(visit, { work: 'transcription', amount: billedSeconds(recording.fileBytes) });
    const passage = { form, recording, deadline, onPace, requestId: request.id };
    return await chargeFor(reservation, () => transcribe({ upstream, stt }, passage));
  } catch (error) {
    const cause = form.failure() ?? error;
    const isVisitors = leaving.aborted || (deadline.isExpired() && waitsFor === 'visitor');
    if (isVisitors) throw new HttpError('malformed', { reason: 'the recording is incomplete', cause });
    throw upstream.toHttpError(cause, deadline);
  } finally {
    form.end();
    deadline.end();
  }
}

interface TranscriptionService {
  upstream: Upstream;
  stt: NonNullable<Upstreams['stt']>;
}

interface Passage {
  form: RecordingForm;
  recording: Recording;
  deadline: Deadline;
  requestId?: string | undefined;
  /** Called with each piece that the visitor sent, and when the service has accepted the piece. */
  onPace: (waitsFor: 'visitor' | 'service') => void;
}

const responseSchema = z.object({ text: z.string().max(20_000) });

/**
 * The service gets the end of its form only after the visitor's form has ended correctly.
 * @throws HttpError if the service refuses the recording or the visitor's form is invalid
 */
function transcribe({ upstream, stt }: TranscriptionService, passage: Passage): Promise<string> {
  const { form, recording, deadline, requestId, onPace } = passage;
  const outgoing = createTranscriptionForm(stt.model, recording.fileBytes);
  let language: Language | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    const early = form.language();
    yield outgoing.head(early);
    for await (const chunk of recording.chunks) {
      onPace('service');
      yield chunk;
      onPace('visitor');
    }
    language = await form.whole;
    onPace('service');
    yield outgoing.tail(early === undefined ? language : undefined);
  }
  const content = { type: outgoing.type, bytes: outgoing.bytes, chunks: chunks() };
  const url = `${versionedBase(stt.url)}/audio/transcriptions`;
  return upstream.ask(
    { method: 'POST', url, bearer: stt.key, content, requestId },
    {
      deadline,
      async read(response) {
        await assertOk(response, 'the transcription service');
        if (!language) throw new HttpError('upstream-failed', { reason: 'the transcription service answered before the request ended' });
        const { text } = parseResponse(responseSchema, await response.json(), 'the transcription service');
        return toWritten(text.trim(), { language, pronunciations: [] });
      },
    },
  );
}

/** The language stands before or after the file. */
function createTranscriptionForm(model: string, fileBytes: number) {
  const boundary = `enfilade-${randomUUID()}`;
  const part = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const languagePart = (language: Language | undefined) => (language === undefined ? '' : part('language', language));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="audio.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  const head = (language: Language | undefined) => Buffer.from(`${part('model', model)}${languagePart(language)}${file}`);
  const tail = (language: Language | undefined) => Buffer.from(`\r\n${languagePart(language)}--${boundary}--\r\n`);
  // Known before the last byte arrives: the recording's header states its length, and every language has two letters.
  const bytes = head('en').length + fileBytes + tail(undefined).length;
  return { type: `multipart/form-data; boundary=${boundary}`, bytes, head, tail };
}
