import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpError, toHttpError } from '../../http/http-error.ts';
import { chargeFor, type Reservation } from '../spending/spending.ts';
import type { Speak, Utterance } from './ask-speech.ts';

export interface SpeechVisitor {
  /** Ends when the visitor has gone. */
  leaving: AbortSignal;
  /** Asked only where the service is: what was said before is free. */
  reserve(characters: number): Promise<Reservation>;
  log: FastifyBaseLogger;
  requestId?: string | undefined;
}

/** What was said lately, and what is being said now: the same words in the same voice are asked for once. */
export type SpeechLibrary = ReturnType<typeof createSpeechLibrary>;

const cacheBytes = 64 * 1024 * 1024;

export function createSpeechLibrary(speak: Speak) {
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  const asking = createSharedWork<Buffer>();

  const ask = async (utterance: Utterance, signal: AbortSignal, { log, requestId }: SpeechVisitor): Promise<Buffer> => {
    try {
      return await speak(utterance, { signal, requestId });
    } catch (error) {
      const httpError = toHttpError(error);
      const { code, reason, cause } = httpError;
      if (!signal.aborted) log.error({ upstream: 'speech', code, reason, err: cause }, 'a text could not be spoken');
      throw httpError;
    }
  };

  return {
    /** MP3. @throws HttpError as `speak`, and as `reserve` */
    async find(utterance: Utterance, visitor: SpeechVisitor): Promise<Buffer> {
      const key = hashOf(utterance);
      const known = () => cache.get(key) ?? asking.join(key, visitor.leaving);
      const before = known();
      if (before) return before;
      // Before anything is shared: a visitor without money left must not fail those who join.
      const reservation = await visitor.reserve(utterance.spoken.length);
      const meanwhile = known();
      if (meanwhile || visitor.leaving.aborted) void reservation.settle({ used: 0 });
      if (meanwhile) return meanwhile;
      return asking.start(key, visitor.leaving, async (signal) => {
        const sound = await chargeFor(reservation, () => ask(utterance, signal, visitor));
        cache.set(key, sound);
        return sound;
      });
    },
  };
}

function hashOf({ providerVoice, language, spoken }: Utterance): string {
  return createHash('sha256')
    .update(JSON.stringify([providerVoice, language, spoken]))
    .digest('base64');
}

interface Running<T> {
  result: Promise<T>;
  waiting: number;
  /** Nobody can join any more. */
  end(): void;
  breakOff(): void;
}

/** Work that any number wait for: done once, and broken off when the last of them has left. */
function createSharedWork<T>() {
  const running = new Map<string, Running<T>>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const controller = new AbortController();
    const end = () => {
      if (running.get(key) === started) running.delete(key);
    };
    const started: Running<T> = { result: work(controller.signal), waiting: 0, end, breakOff: () => controller.abort() };
    running.set(key, started);
    started.result.then(end, end);
    return started;
  };

  return {
    /** The result of the work under way for `key`; undefined when there is none. */
    join(key: string, leaving: AbortSignal): Promise<T> | undefined {
      const work = running.get(key);
      return work && (leaving.aborted ? Promise.reject(hasLeft()) : waitFor(work, leaving));
    },
    /** Begins the work for `key`, of which none is under way. */
    async start(key: string, leaving: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (leaving.aborted) throw hasLeft();
      return waitFor(begin(key, work), leaving);
    },
  };
}

/** @throws what the work threw; HttpError `stale` for anybody who left, who never reads it */
function waitFor<T>(work: Running<T>, leaving: AbortSignal): Promise<T> {
  work.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      work.waiting -= 1;
      if (work.waiting === 0) {
        work.end();
        work.breakOff();
      }
      reject(hasLeft());
    };
    const stay = () => leaving.removeEventListener('abort', leave);
    leaving.addEventListener('abort', leave, { once: true });
    work.result.then(resolve, reject).finally(stay);
  });
}

/** Stopping in the middle of a text is a visitor's right and no failure: a code that is not logged as one. */
const hasLeft = () => new HttpError('stale', { reason: 'the visitor left' });
