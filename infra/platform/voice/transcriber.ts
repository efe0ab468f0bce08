import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { z } from 'zod';
import { versionedBase } from '../services/http.ts';

/** An OpenAI-compatible service that turns speech into words. */
export interface TranscriptionService {
  /** With its version, `https://host/v1`, or without: then the first is meant. */
  url: string;
  /** A service on one's own machine may want none. */
  key?: string | undefined;
  model: string;
}

export interface Utterance {
  samples: Int16Array;
  sampleRate: number;
  language: Language;
  signal: AbortSignal;
}

export interface Transcription {
  text: string;
  /** 0 to 1, from services that say how sure they are. */
  confidence?: number | undefined;
}

/** @throws TranscriptionError when the service refuses, answers nonsense or too late; what `signal` was aborted with */
export type Transcribe = (utterance: Utterance) => Promise<Transcription>;

export class TranscriptionError extends Error {
  readonly code = 'transcription';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TranscriptionError';
  }
}

const limitMs = 10_000;
const answerSchema = z.object({ text: z.string().max(20_000), confidence: z.number().optional() });

/** What a visitor is shown must not carry the key, whatever a service says of it. */
function withoutKey(transcript: Transcription, key = ''): Transcription {
  if (key !== '' && transcript.text.includes(key)) throw new TranscriptionError('The answer holds the key it was asked with');
  return transcript;
}

export function createTranscriber({ url, key, model }: TranscriptionService, clock: Clock): Transcribe {
  return async ({ samples, sampleRate, language, signal }) => {
    const form = new FormData();
    form.set('file', new Blob([writeWav(samples, sampleRate)], { type: 'audio/wav' }), 'audio.wav');
    form.set('model', model);
    form.set('language', language);
    const late = new AbortController();
    const stop = clock.after(limitMs, () => late.abort(new TranscriptionError(`No answer within ${limitMs} ms`)));
    try {
      const answer = await fetch(`${versionedBase(url)}/audio/transcriptions`, {
        method: 'POST',
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        body: form,
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!answer.ok) throw new TranscriptionError(`Answered ${answer.status}`);
      return withoutKey(answerSchema.parse(await answer.json()), key);
    } catch (error) {
      if (signal.aborted || error instanceof TranscriptionError) throw error;
      throw new TranscriptionError('No transcript', { cause: error });
    } finally {
      stop();
    }
  };
}
