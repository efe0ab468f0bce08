import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MuseumContent } from '../content/content.ts';
import { answerErrors, isSameSecret } from '../services/http.ts';
import { ownSpeechModel, type Speech, type SpeechRequest } from './speech.ts';
import { parseSpeechRequest, type SpeechOrder, SpeechRefusal, soundFormats, speechErrorBody } from './speech-request.ts';

/** The samples of one piece as they come; ends early when the signal aborts. */
export function streamSpeech(
  speech: Speech,
  request: SpeechRequest,
  signal: AbortSignal,
  onOtherVoice: (model: string) => void = () => {},
): ReadableStream<Int16Array> {
  const unread = new AbortController();
  const leaving = AbortSignal.any([signal, unread.signal]);
  return new ReadableStream({
    async start(controller) {
      if (!leaving.aborted) await sayInto(controller, { speech, request, leaving, onOtherVoice });
      // A stream without a reader is closed already.
      if (!unread.signal.aborted) controller.close();
    },
    cancel: () => unread.abort(),
  });
}

interface Turn {
  speech: Speech;
  request: SpeechRequest;
  leaving: AbortSignal;
  onOtherVoice(this: void, model: string): void;
}

async function sayInto(
  sound: ReadableStreamDefaultController<Int16Array>,
  { speech, request, leaving, onOtherVoice }: Turn,
): Promise<void> {
  const job = speech.say({ ...request, mayWait: true }, { onAudio: (samples) => sound.enqueue(samples), onWords: () => {}, onOtherVoice });
  leaving.addEventListener('abort', job.cancel, { once: true });
  try {
    await job.done;
  } finally {
    leaving.removeEventListener('abort', job.cancel);
  }
}

/** About 12 s of sound and 0.4 s of synthesis: no call waits longer for its turn. */
const longestPiece = 200;

/** A text in pieces that are spoken one after the other: sentences, and parts of those that are very long. */
export function splitForSpeech(text: string): string[] {
  return splitSentences(text).flatMap(cutLong);
}

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longestPiece) {
    const end = findCut(rest);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

/** Where a speaker would breathe: after the last comma or the like, else between words, else anywhere but inside a character. */
function findCut(text: string): number {
  const half = longestPiece / 2;
  const late = text.slice(half, longestPiece);
  const breath = Math.max(...[...late.matchAll(/[,;:–—)]\s/gu)].map(({ index }) => index + 1), -1);
  const gap = breath >= 0 ? breath : late.search(/\s\S*$/u);
  if (gap >= 0) return half + gap;
  return /[\uD800-\uDBFF]/.test(text.charAt(longestPiece - 1)) ? longestPiece - 1 : longestPiece;
}

export interface SpeechRoutesOptions {
  museums: readonly MuseumContent[];
  ttsKey: string;
  /** Shared with the calls; ended by them. */
  speech: Speech;
  clock: Pick<Clock, 'now'>;
}

interface SpeechRoute {
  Params: { voiceId: string };
}

const path = '/v1/text-to-speech/:voiceId';

/** ElevenLabs' text to speech, in one piece or streamed. Texts are spoken as they are: pronunciations were applied before. */
export function registerSpeechRoutes(app: FastifyInstance, { museums, ttsKey, speech, clock }: SpeechRoutesOptions): void {
  answerErrors(app, speechErrorBody);
  app.addHook('onRequest', async ({ headers }) => requireApiKey(headers['xi-api-key'], ttsKey));

  const speak = (request: FastifyRequest<SpeechRoute>, reply: FastifyReply) => {
    const order = parseSpeechRequest(request, museums);
    const { contentType, encode } = soundFormats[order.format];
    return { contentType, sound: encode(sayPieces({ speech, clock }, order, leavingOf(reply))) };
  };
  app.post<SpeechRoute>(path, async (request, reply) => {
    const { contentType, sound } = speak(request, reply);
    const bytes = await buffer(sound);
    return reply.type(contentType).send(bytes);
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

function sayPieces({ speech, clock }: Pick<SpeechRoutesOptions, 'speech' | 'clock'>, { text, voice }: SpeechOrder, leaving: AbortSignal) {
  let { model } = speech;
  const onOtherVoice = (other: string) => {
    model = other;
  };
  async function* pieces(): AsyncGenerator<Int16Array, void> {
    for (const piece of splitForSpeech(text)) {
      if (leaving.aborted) return;
      yield* streamSpeech(speech, { text: piece, ...voice }, leaving, onOtherVoice);
    }
  }
  return Object.assign(pieces(), { mark: () => ({ model, isTrained: model !== ownSpeechModel, madeAt: clock.now() }) });
}

/** Aborts when the connection is gone, and when the answer is through. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}
