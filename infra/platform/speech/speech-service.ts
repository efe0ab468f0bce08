import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { type Clock, createTimer } from '@enfilade/shared-contracts/kit/clock';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { bareRate, decodeSound } from './decode-sound.ts';
import { type Speech, SpeechError, type SpeechListener, type SpeechRequest, type SpokenWord, speechSampleRate } from './speech.ts';

export interface SpeechService {
  /** With or without the version in OpenAI's shape, without the version in ElevenLabs' shape. */
  url: string;
  key?: string | undefined;
  model: string;
  kind: 'openai' | 'elevenlabs';
}

export type ServiceSpeechOptions = { service: SpeechService; fallback: Speech; clock: Clock; onFailure(error: unknown): void };

/** Timeout of the first sound and of each next sound. */
const soundLimitMs = 3_000;
/** Pause after a failure, because each try may cost a silence. */
const restMs = 30_000;
const longestRestMs = 600_000;

/** The fallback speaks each text that the service does not begin. */
export function createServiceSpeech({ service, fallback, clock, onFailure }: ServiceSpeechOptions): Speech {
  let restsUntil = 0;

  /** Resolves with whether our own voice must speak the whole text. */
  const sayHosted = async (request: SpeechRequest, listener: SpeechListener, signal: AbortSignal): Promise<boolean> => {
    const timed = createWordTimer(request, listener);
    try {
      await hear(clock, signal, (limited) => ask(service, request, limited, listener), timed.onSound);
      return false;
    } catch (error) {
      if (signal.aborted) return false;
      const asked = error instanceof SpeechError ? error.retryAfterMs : undefined;
      restsUntil = clock.now() + Math.min(asked ?? restMs, longestRestMs);
      onFailure(error);
      // The fallback does not repeat a sentence that has begun.
      if (timed.hasSound()) listener.onBrokenOff?.();
      return !timed.hasSound();
    }
  };

  const say: Speech['say'] = async (request, listener, signal) => {
    // The profile names no provider's voice. The service would refuse the request and then pause for all other requests.
    if (!request.hosted) return await fallback.say(request, listener, signal);
    if (clock.now() >= restsUntil && !(await sayHosted(request, listener, signal))) return;
    listener.onOtherVoice?.(fallback.model);
    await fallback.say(request, listener, signal);
  };

  return { model: service.model, prepare: fallback.prepare, say, close: fallback.close };
}

/** speaches sends samples at the model's own rate without naming the rate, so requests name OpenAI's rate. OpenAI may refuse the field. */
const isOpenAi = /(?:^|\.)openai\.(?:com|azure\.com)$/;

type Call = { address: string; body: object; headers: Record<string, string> };

const calls: Record<SpeechService['kind'], (service: SpeechService, request: SpeechRequest) => Call> = {
  openai({ url, key, model }, { text, hosted, rate: speed }) {
    const rate = isOpenAi.test(new URL(url).hostname) ? {} : { sample_rate: bareRate };
    const body = { model, input: text, voice: hosted?.voice ?? '', response_format: 'pcm', speed, ...rate };
    return { address: `${versionedBase(url)}/audio/speech`, body, headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
  },
  elevenlabs({ url, key, model }, { text, hosted, rate: speed }) {
    const path = `v1/text-to-speech/${encodeURIComponent(hosted?.voice ?? '')}/stream?output_format=pcm_${speechSampleRate}`;
    const body = { text, model_id: model, language_code: hosted?.language, ...(speed && { voice_settings: { speed } }) };
    return { address: `${url.replace(/\/+$/, '')}/${path}`, body, headers: key === undefined ? {} : { 'xi-api-key': key } };
  },
};

async function ask(
  service: SpeechService,
  request: SpeechRequest,
  signal: AbortSignal,
  { onBilled }: Pick<SpeechListener, 'onBilled'>,
): Promise<Response> {
  const { address, body, headers } = calls[service.kind](service, request);
  const json = { 'content-type': 'application/json', ...headers };
  const response = await fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body), signal });
  if (response.ok) {
    onBilled?.(request.text.length);
    return response;
  }
  await response.body?.cancel();
  // A date counts as missing, because no known service sends one.
  const retryAfterMs = 1_000 * Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new SpeechError(`The speech service answered ${response.status}`, retryAfterMs > 0 ? retryAfterMs : undefined);
}

/** @throws SpeechError if the audio is late, missing or broken; `leaving.reason` if `leaving` is aborted */
async function hear(
  clock: Clock,
  leaving: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Response>,
  onSound: (samples: Int16Array, totalMs: number | undefined) => void,
): Promise<void> {
  const late = new AbortController();
  const timer = createTimer(clock);
  const limit = () => timer.start(soundLimitMs, () => late.abort(new SpeechError(`The speech service was silent for ${soundLimitMs} ms`)));
  try {
    limit();
    const signal = AbortSignal.any([leaving, late.signal]);
    const { totalMs, sound } = await decodeSound(await ask(signal), speechSampleRate);
    let isSilent = true;
    for await (const samples of sound) {
      signal.throwIfAborted();
      limit();
      if (samples.length > 0) onSound(samples, totalMs);
      isSilent &&= samples.length === 0;
    }
    if (isSilent) throw new SpeechError('The speech service sent no sound');
  } finally {
    timer.stop();
  }
}

/** Characters a second of a fast speaker, because a word should be shown early rather than late. */
const pace: Record<Language, number> = { en: 17, de: 16, fr: 17 };

/** The services send no times, so the times are estimates. Each word comes before its sound. */
export function createWordTimer({ text, hosted, rate = 1 }: SpeechRequest, listener: SpeechListener) {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ offset: index, length: word.length }));
  let next = 0;
  let samplesSoFar = 0;
  return {
    hasSound: () => samplesSoFar > 0,
    onSound(samples: Int16Array, totalMs = (1000 * text.length) / (rate * pace[hosted?.language ?? 'en'])) {
      samplesSoFar += samples.length;
      const endMs = (1000 * samplesSoFar) / speechSampleRate;
      const begun: SpokenWord[] = [];
      for (let word = words[next]; word; word = words[++next]) {
        const ms = Math.round((totalMs * word.offset) / text.length);
        if (ms >= endMs) break;
        begun.push({ ...word, ms });
      }
      if (begun.length > 0) listener.onWords(begun);
      listener.onAudio(samples);
    },
  };
}
