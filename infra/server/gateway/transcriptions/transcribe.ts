import { randomUUID } from 'node:crypto';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { toWritten } from '@enfilade/shared-contracts/pronunciation/to-written';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { assertOk, parseResponse } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type Upstreams, withVersion } from '../upstream/upstreams.ts';
import type { Recording } from './recording.ts';
import type { RecordingForm } from './recording-form.ts';

export interface TranscriptionService {
  upstream: Upstream;
  stt: NonNullable<Upstreams['stt']>;
}

/** A recording on its way from a visitor to the service. */
export interface Passage {
  form: RecordingForm;
  recording: Recording;
  deadline: Deadline;
  requestId?: string | undefined;
  /** Called with each piece the visitor sent, and when the service has taken it. */
  onPace: (waitsFor: 'visitor' | 'service') => void;
}

const responseSchema = z.object({ text: z.string().max(20_000) });

/**
 * Sends the recording on while it comes, and resolves with its words as a transcript shows them. The service gets
 * the end of its form when the visitor's has ended well, never before.
 * @throws HttpError for what the service refused or the visitor's form turned out to be
 */
export function transcribe({ upstream, stt }: TranscriptionService, passage: Passage): Promise<string> {
  const { recording, deadline, requestId } = passage;
  const outgoing = createTranscriptionForm(stt.model, recording.fileBytes);
  let language: Language | undefined;
  const onWhole = (named: Language) => {
    language = named;
  };
  return upstream.ask(
    {
      method: 'POST',
      url: `${withVersion(stt.url)}/audio/transcriptions`,
      bearer: stt.key,
      content: { type: outgoing.type, bytes: outgoing.bytes, chunks: sendOn(passage, outgoing, onWhole) },
      requestId,
    },
    {
      deadline,
      async read(response) {
        await assertOk(response, 'the transcription service');
        if (language === undefined)
          throw new HttpError('upstream-failed', { reason: 'the transcription service answered before it was asked' });
        const { text } = parseResponse(responseSchema, await response.json(), 'the transcription service');
        return toWritten(text.trim(), { language, pronunciations: [] });
      },
    },
  );
}

async function* sendOn(
  { form, recording, onPace }: Passage,
  outgoing: TranscriptionForm,
  onWhole: (language: Language) => void,
): AsyncGenerator<Buffer> {
  const early = form.language();
  yield outgoing.head(early);
  for await (const chunk of recording.chunks) {
    onPace('service');
    yield chunk;
    onPace('visitor');
  }
  const language = await form.whole;
  onPace('service');
  onWhole(language);
  yield outgoing.tail(early === undefined ? language : undefined);
}

interface TranscriptionForm {
  type: string;
  /** Known before the last byte came: a recording says how long it is, and every language has two letters. */
  bytes: number;
  head(language: Language | undefined): Buffer;
  tail(language: Language | undefined): Buffer;
}

/** The form a transcription service wants, around a file of so many bytes; the language stands before or after it. */
function createTranscriptionForm(model: string, fileBytes: number): TranscriptionForm {
  const boundary = `enfilade-${randomUUID()}`;
  const part = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const languagePart = (language: Language | undefined) => (language === undefined ? '' : part('language', language));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="audio.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  const head: TranscriptionForm['head'] = (language) => Buffer.from(`${part('model', model)}${languagePart(language)}${file}`);
  const tail: TranscriptionForm['tail'] = (language) => Buffer.from(`\r\n${languagePart(language)}--${boundary}--\r\n`);
  const bytes = head('en').length + fileBytes + tail(undefined).length;
  return { type: `multipart/form-data; boundary=${boundary}`, bytes, head, tail };
}
