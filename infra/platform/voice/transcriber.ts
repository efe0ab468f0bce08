import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { z } from 'zod';

export interface TranscriptionService {
  /** With or without the version: `https://host/v1`. The default is v1. */
  url: string;
  key?: string | undefined;
  model: string;
}

export interface Utterance {
  samples: Int16Array;
  sampleRate: number;
  language: Language;
  signal: AbortSignal;
  onPartial?: ((text: string) => void) | undefined;
}

export interface Transcription {
  text: string;
  /** From 0 to 1; absent if the service sends none. */
  confidence?: number | undefined;
}

/** @throws TranscriptionError for a refused, invalid or late answer, or the reason of the aborted `signal` */
export type Transcribe = (utterance: Utterance) => Promise<Transcription>;

export class TranscriptionError extends Error {
  override readonly name = 'TranscriptionError';
  readonly code = 'transcription';
}

const limitMs = 10_000;
/** Events of a stream: `transcript.text.*` of OpenAI and speaches. Older servers send the text of each piece. */
const streamEventSchema = z.object({
  type: z.string().optional(),
  delta: z.string().optional(),
  text: z.string().optional(),
  error: z.unknown().optional(),
});
const doneType = 'transcript.text.done';
const longestText = 20_000;
const answerSchema = z.object({ text: z.string().max(longestText), confidence: z.number().optional() });

/** Security: no transcript may carry the key of its request to a page. */
function withoutKey(transcript: Transcription, key = ''): Transcription {
  if (key !== '' && transcript.text.includes(key)) throw new TranscriptionError('The answer contains the key of its request');
  return transcript;
}

async function readAnswer(answer: Response, onPartial: (text: string) => void): Promise<Transcription> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  return answerSchema.parse(isStream ? await readStream(answer, onPartial) : await answer.json());
}

/** Does not wait for the end of the connection. */
async function readStream({ body }: Response, onPartial: (text: string) => void): Promise<Transcription> {
  let text = '';
  for await (const data of dataOf((body ?? []) as AsyncIterable<Uint8Array>)) {
    if (data === '[DONE]') break;
    const event = streamEventSchema.parse(parseJson(data));
    if (event.type === doneType) return { text: event.text ?? text };
    if (event.error !== undefined) throw new TranscriptionError('The transcription stream ended in an error');
    text += event.delta ?? event.text ?? '';
    onPartial(text);
  }
  if (text === '') throw new TranscriptionError('The transcription stream ended without a text');
  return { text };
}

async function* dataOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const parser = createEventStreamParser();
  for await (const bytes of chunks) for (const { data } of parser.push(bytes)) yield data;
}

export function createTranscriber({ url, key, model }: TranscriptionService, clock: Clock): Transcribe {
  return async ({ samples, sampleRate, language, signal, onPartial }) => {
    const form = new FormData();
    form.set('file', new Blob([writeWav(samples, sampleRate)], { type: 'audio/wav' }), 'audio.wav');
    form.set('model', model);
    form.set('language', language);
    // Services without streaming ignore the field and answer in one piece.
    form.set('stream', 'true');
    const late = new AbortController();
    const stop = clock.after(limitMs, () =>
      late.abort(new TranscriptionError(`The transcription service did not answer within ${limitMs} ms`)),
    );
    try {
      const answer = await fetch(`${versionedBase(url)}/audio/transcriptions`, {
        method: 'POST',
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        body: form,
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!answer.ok) throw new TranscriptionError(`The transcription service answered ${answer.status}`);
      return withoutKey(await readAnswer(answer, (text) => onPartial?.(withoutKey({ text }, key).text)), key);
    } catch (error) {
      if (signal.aborted || error instanceof TranscriptionError) throw error;
      throw new TranscriptionError('The transcription service could not be reached or sent an invalid answer', { cause: error });
    } finally {
      stop();
    }
  };
}
