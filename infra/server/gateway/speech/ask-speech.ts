import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { hasSoundMark, id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { HttpError, type ParticularMessage } from '../../http/http-error.ts';
import { pickRetryAfterSeconds, type UpstreamResponse } from '../upstream/send-call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

export interface SpeechService {
  upstream: Upstream;
  tts: NonNullable<Upstreams['tts']>;
  speechMs: number;
}

/** One text as MP3, whole. @throws HttpError `upstream-failed`, `upstream-timeout`, or as a service refused */
export type Speak = (utterance: Utterance, call: SpeechCall) => Promise<Buffer>;

export interface Utterance {
  /** The provider's own id of it. */
  providerVoice: string;
  language: Language;
  /** As it is to be said, not as it is written. */
  spoken: string;
}

interface SpeechCall {
  /** Ends the call: nobody waits for the sound any more. */
  signal: AbortSignal;
  /** Of the request that asked first. */
  requestId?: string | undefined;
}

/** Small enough for a phone on a slow line, clear enough for a voice. */
const outputFormat = 'mp3_22050_32';
const voiceSettings = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true } as const;
const soundLimitBytes = 4 * 1024 * 1024;

/** Of a hosted service in ElevenLabs' shape. */
export function askSpeech(service: SpeechService): Speak {
  const { upstream, tts, speechMs } = service;
  return ({ providerVoice, language, spoken }, { signal, requestId }) => {
    const call = {
      method: 'POST',
      url: `${tts.url}/v1/text-to-speech/${encodeURIComponent(providerVoice)}?output_format=${outputFormat}`,
      headers: { accept: 'audio/mpeg', 'xi-api-key': tts.key },
      secrets: [tts.key],
      body: { text: spoken, model_id: tts.model, language_code: language, voice_settings: voiceSettings },
      requestId,
    } as const;
    return upstream.ask(call, { limitMs: speechMs, signal, read: async (response) => markSound(await readSound(response), service) });
  };
}

/** A text as MP3, made in this process. */
export type ReadAloud = (text: { text: string; language: Language; providerVoice: string }, leaving: AbortSignal) => Promise<Buffer>;

/** Of the platform in this process. */
export function speakInProcess(readAloud: ReadAloud, { upstream, speechMs }: Pick<SpeechService, 'upstream' | 'speechMs'>): Speak {
  return async ({ spoken: text, language, providerVoice }, { signal }) => {
    const deadline = upstream.startDeadline(speechMs, [signal]);
    try {
      return await readAloud({ text, language, providerVoice }, deadline.signal);
    } catch (error) {
      throw upstream.toHttpError(error, deadline);
    } finally {
      deadline.end();
    }
  };
}

/** What a service left unmarked is marked here. */
function markSound(sound: Buffer, { upstream, tts }: SpeechService): Buffer {
  if (hasSoundMark(sound)) return sound;
  return Buffer.concat([id3TagOf({ model: tts.model, isTrained: true, madeAt: upstream.clock.now() }), sound]);
}

async function readSound(response: UpstreamResponse): Promise<Buffer> {
  await assertSpeech(response);
  const sound = await response.bytes(soundLimitBytes);
  if (sound.length === 0) throw new HttpError('upstream-failed', { reason: 'the speech service sent no sound' });
  return sound;
}

interface Refusal {
  code: GatewayErrorCode;
  says?: ParticularMessage;
}

/** What developers are told of the speech service's refusals; every other one is a failure like any. */
const refusals = new Map<number, Refusal>([
  [401, { code: 'unauthorized', says: 'speech-key-refused' }],
  [403, { code: 'forbidden', says: 'speech-forbidden' }],
  [429, { code: 'too-many', says: 'speech-rate-limited' }],
]);
const failure: Refusal = { code: 'upstream-failed' };

/** Passes sound. @throws HttpError `unauthorized`, `forbidden`, `too-many` as the service refused, else `upstream-failed` */
async function assertSpeech(response: UpstreamResponse): Promise<void> {
  const { status, headers } = response;
  if (status === 200 && /^audio\/mpeg\s*(?:;|$)/i.test(String(headers['content-type']))) return;
  await response.discard();
  const { code, says } = refusals.get(status) ?? failure;
  const retryAfterSeconds = code === 'too-many' ? pickRetryAfterSeconds(response) : undefined;
  const reason = status === 200 ? 'the speech service sent no sound' : `the speech service answered ${status}`;
  throw new HttpError(code, { says, retryAfterSeconds, reason });
}
