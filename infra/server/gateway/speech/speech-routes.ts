import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { speechRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { hasSoundMark, id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HttpError, type ParticularMessage, parseInput, toHttpError } from '../../http/exchange.ts';
import { chargeFor, type Reservation } from '../spending/spending.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { pickRetryAfterSeconds, type UpstreamResponse } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { type CheckedVisit, checkVisit, type VisitRoutes } from '../visits/visit-cookie.ts';

const paramsSchema = z.object({ voiceId: z.string() });

export function registerSpeechRoutes(app: FastifyInstance, routes: VisitRoutes, library: SpeechLibrary): void {
  const { museums, profiles, visitOf, spending, metrics } = routes;
  app.post('/api/speech/:voiceId', async (request, reply) => {
    const { voiceId } = parseInput(paramsSchema, request.params);
    const { visit: named, text } = parseInput(speechRequestSchema, request.body);
    const visit = await checkVisit(named, museums);
    const providerVoice = pickProviderVoice(visit, findProfile(profiles, named.museumId)?.providerVoices ?? {}, voiceId);
    if (providerVoice === undefined) throw new HttpError('voice-not-found');
    const reserve = (amount: number) => {
      const { museumId } = named;
      return spending.reserve(visitOf(request, reply, { museumId, consent: visit.consent }), { work: 'speech', amount });
    };
    const { log, id: requestId } = request;
    const sound = await library.find(utteranceOf(visit, providerVoice, text), { reserve, log, requestId });
    metrics.observe('enfilade_first_sound_seconds', { way: 'reading' }, reply.elapsedTime / 1_000);
    return reply.type('audio/mpeg').header('cache-control', 'private, max-age=14400').send(sound);
  });
}

function utteranceOf({ language, exhibition }: CheckedVisit, providerVoice: string, text: string): Utterance {
  return { providerVoice, language, spoken: toSpoken(text, { language, pronunciations: exhibition.pronunciations }) };
}

function pickProviderVoice(
  { profile, language }: Pick<CheckedVisit, 'profile' | 'language'>,
  providerVoices: Readonly<Record<string, string>>,
  voiceId: string,
): string | undefined {
  const offered = [...profile.voices[language], ...(profile.allowsPremium ? profile.premiumVoices[language] : [])];
  return offered.some((voice) => voice.voiceId === voiceId) ? providerVoices[voiceId] : undefined;
}

interface SpeechVisitor {
  reserve(characters: number): Promise<Reservation>;
  log: FastifyBaseLogger;
  requestId?: string | undefined;
}

/** The same words in the same voice make one call. */
type SpeechLibrary = ReturnType<typeof createSpeechLibrary>;

const cacheBytes = 64 * 1024 * 1024;

export function createSpeechLibrary(speak: Speak) {
  const sounds = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length,
    // A full cache must not end a call for which visitors wait.
    ignoreFetchAbort: true,
    fetchMethod: (_, __, { context: call }) => call(),
  });

  const ask = async (utterance: Utterance, { log, requestId }: SpeechVisitor): Promise<Buffer> => {
    try {
      return await speak(utterance, requestId);
    } catch (error) {
      const httpError = toHttpError(error);
      const { code, reason, cause } = httpError;
      log.error({ upstream: 'speech', code, reason, err: cause }, 'speech synthesis of a text failed');
      throw httpError;
    }
  };

  return {
    /** MP3. A visitor who leaves does not end the call. @throws HttpError as `speak`, and as `reserve` */
    async find(utterance: Utterance, visitor: SpeechVisitor): Promise<Buffer> {
      const key = JSON.stringify([utterance.providerVoice, utterance.language, utterance.spoken]);
      const known = sounds.get(key);
      if (known) return known;
      // Reserved before the call is shared: a refused visitor must not fail other visitors who join the call.
      const reservation = await visitor.reserve(utterance.spoken.length);
      try {
        return await sounds.forceFetch(key, { context: () => chargeFor(reservation, () => ask(utterance, visitor)) });
      } finally {
        // The visitor who began the call has paid by now, so this bill counts for the others only.
        void reservation.settle({ used: 0 });
      }
    },
  };
}

export interface SpeechService {
  upstream: Upstream;
  tts: NonNullable<Upstreams['tts']>;
  speechMs: number;
}

/** Returns a complete MP3. @throws HttpError `upstream-failed`, `upstream-timeout`, or the service's refusal */
export type Speak = (utterance: Utterance, requestId?: string) => Promise<Buffer>;

export interface Utterance {
  providerVoice: string;
  language: Language;
  spoken: string;
}

/** 32 kbit/s: small enough for a phone on a slow connection, and clear enough for a voice. */
const outputFormat = 'mp3_22050_32';
const voiceSettings = { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true } as const;
const soundLimitBytes = 4 * 1024 * 1024;

export function askSpeech(service: SpeechService): Speak {
  const { upstream, tts, speechMs } = service;
  return ({ providerVoice, language, spoken }, requestId) => {
    const call = {
      method: 'POST',
      url: `${tts.url}/v1/text-to-speech/${encodeURIComponent(providerVoice)}?output_format=${outputFormat}`,
      headers: { accept: 'audio/mpeg', 'xi-api-key': tts.key },
      secrets: [tts.key],
      body: { text: spoken, model_id: tts.model, language_code: language, voice_settings: voiceSettings },
      requestId,
    } as const;
    return upstream.ask(call, { limitMs: speechMs, read: async (response) => markSound(await readSound(response), service) });
  };
}

export type ReadAloud = (text: { text: string; language: Language; providerVoice: string }, leaving: AbortSignal) => Promise<Buffer>;

export function speakInProcess(readAloud: ReadAloud, { upstream, speechMs }: Pick<SpeechService, 'upstream' | 'speechMs'>): Speak {
  return async ({ spoken: text, language, providerVoice }) => {
    const deadline = upstream.startDeadline(speechMs);
    try {
      return await readAloud({ text, language, providerVoice }, deadline.signal);
    } catch (error) {
      throw upstream.toHttpError(error, deadline);
    } finally {
      deadline.end();
    }
  };
}

/** Marks generated sound if the service did not. */
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

/** Reasons for developers; any other refusal is an ordinary failure. */
const refusals = new Map<number, Refusal>([
  [401, { code: 'unauthorized', says: 'speech-key-refused' }],
  [403, { code: 'forbidden', says: 'speech-forbidden' }],
  [429, { code: 'too-many', says: 'speech-rate-limited' }],
]);
const failure: Refusal = { code: 'upstream-failed' };

/** @throws HttpError `unauthorized`, `forbidden`, `too-many` as the service refused, else `upstream-failed` */
async function assertSpeech(response: UpstreamResponse): Promise<void> {
  const { status, headers } = response;
  if (status === 200 && /^audio\/mpeg\s*(?:;|$)/i.test(String(headers['content-type']))) return;
  await response.discard();
  const { code, says } = refusals.get(status) ?? failure;
  const retryAfterSeconds = code === 'too-many' ? pickRetryAfterSeconds(response) : undefined;
  const reason = status === 200 ? 'the speech service sent no sound' : `the speech service answered ${status}`;
  throw new HttpError(code, { says, retryAfterSeconds, reason });
}
