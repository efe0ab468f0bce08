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

/**
 * The service's queue for the synthesiser, which calls use as well and which serves one text after the other: however
 * many requests there are, one piece of theirs is with it at a time.
 */
export function createSpeechQueue(speech: Speech) {
  let lastTurn: Promise<void> = Promise.resolve();
  return {
    /** The samples of one piece as they come; ends early when the signal aborts. */
    say(request: SpeechRequest, signal: AbortSignal, onOtherVoice: (model: string) => void = () => {}): ReadableStream<Int16Array> {
      const unread = new AbortController();
      const leaving = AbortSignal.any([signal, unread.signal]);
      return new ReadableStream({
        start(controller) {
          const turn = lastTurn.then(() => sayInto(controller, { speech, request, leaving, onOtherVoice }));
          lastTurn = turn.catch(() => {});
          // A stream without a reader is closed already.
          return turn.then(() => void (unread.signal.aborted || controller.close()));
        },
        cancel: () => unread.abort(),
      });
    },
  };
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
  if (leaving.aborted) return;
  const job = speech.say(request, { onAudio: (samples) => sound.enqueue(samples), onWords: () => {}, onOtherVoice });
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

interface Speaking extends Pick<SpeechRoutesOptions, 'speech' | 'clock'> {
  queue: ReturnType<typeof createSpeechQueue>;
}

interface SpeechRoute {
  Params: { voiceId: string };
}

const path = '/v1/text-to-speech/:voiceId';

/** ElevenLabs' text to speech, in one piece or streamed. Texts are spoken as they are: pronunciations were applied before. */
export function registerSpeechRoutes(app: FastifyInstance, { museums, ttsKey, speech, clock }: SpeechRoutesOptions): void {
  const queue = createSpeechQueue(speech);
  answerErrors(app, speechErrorBody);
  app.addHook('onRequest', async ({ headers }) => requireApiKey(headers['xi-api-key'], ttsKey));

  const speak = (request: FastifyRequest<SpeechRoute>, reply: FastifyReply) => {
    const order = parseSpeechRequest(request, museums);
    const { contentType, encode } = soundFormats[order.format];
    return { contentType, sound: encode(sayPieces({ queue, speech, clock }, order, leavingOf(reply))) };
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

function sayPieces({ queue, speech, clock }: Speaking, { text, voice }: SpeechOrder, leaving: AbortSignal) {
  let { model } = speech;
  const onOtherVoice = (other: string) => {
    model = other;
  };
  async function* pieces(): AsyncGenerator<Int16Array, void> {
    for (const piece of splitForSpeech(text)) {
      if (leaving.aborted) return;
      yield* queue.say({ text: piece, ...voice }, leaving, onOtherVoice);
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
