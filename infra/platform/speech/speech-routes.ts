import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MuseumContent } from '../content/content.ts';
import { answerErrors, isSameSecret } from '../services/http.ts';
import { soundFormats } from './encode-sound.ts';
import { createSpeechQueue, type SpeechQueue, splitForSpeech } from './say-text.ts';
import type { Speech } from './speech.ts';
import { parseSpeechRequest, type SpeechOrder, SpeechRefusal, speechErrorBody } from './speech-request.ts';

export interface SpeechRoutesOptions {
  museums: readonly MuseumContent[];
  ttsKey: string;
  /** Shared with the calls; ended by them. */
  speech: Speech;
}

interface SpeechRoute {
  Params: { voiceId: string };
}

const path = '/v1/text-to-speech/:voiceId';

/** ElevenLabs' text to speech, in one piece or streamed. Texts are spoken as they are: pronunciations were applied before. */
export function registerSpeechRoutes(app: FastifyInstance, { museums, ttsKey, speech }: SpeechRoutesOptions): void {
  const queue = createSpeechQueue(speech);
  answerErrors(app, speechErrorBody);
  app.addHook('onRequest', async ({ headers }) => requireApiKey(headers['xi-api-key'], ttsKey));

  const speak = (request: FastifyRequest<SpeechRoute>, reply: FastifyReply) => {
    const order = parseSpeechRequest(request, museums);
    const { contentType, encode } = soundFormats[order.format];
    return { contentType, sound: encode(sayPieces(queue, order, leavingOf(reply))) };
  };
  app.post<SpeechRoute>(path, async (request, reply) => {
    const { contentType, sound } = speak(request, reply);
    const whole = await buffer(sound);
    return reply.type(contentType).send(whole);
  });
  app.post<SpeechRoute>(`${path}/stream`, async (request, reply) => {
    const { contentType, sound } = speak(request, reply);
    // A synthesis that fails at once is still answered with an error.
    const first = await sound.next();
    return reply.type(contentType).send(Readable.from(continueFrom(first, sound), { objectMode: false }));
  });
}

async function* continueFrom(first: IteratorResult<Uint8Array, void>, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function requireApiKey(sent: string | string[] | undefined, key: string): void {
  if (typeof sent === 'string' && isSameSecret(sent, key)) return;
  throw new SpeechRefusal(401, { status: 'invalid_api_key', message: 'Invalid API key' });
}

async function* sayPieces(queue: SpeechQueue, { text, voice }: SpeechOrder, leaving: AbortSignal): AsyncGenerator<Int16Array, void> {
  for (const piece of splitForSpeech(text)) {
    if (leaving.aborted) return;
    yield* queue.say({ text: piece, ...voice }, leaving);
  }
}

/** Aborts when the connection is gone, and when the answer is through. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}
