import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { toHttpError } from '../../http/http-error.ts';
import { chargeFor } from '../spending/charge-for.ts';
import { speechPrice } from '../spending/prices.ts';
import type { Reservation } from '../spending/spending.ts';
import { askSpeech, type SpeechService, type Utterance } from './ask-speech.ts';
import { createSharedWork } from './shared-work.ts';

export interface SpeechVisitor {
  /** Ends when the visitor has gone. */
  leaving: AbortSignal;
  /** Asked only where the service is: what was said before is free. */
  reserve(microCents: number): Reservation;
  log: FastifyBaseLogger;
  requestId?: string | undefined;
}

/** What was said lately, and what is being said now: the same words in the same voice are asked for once. */
export interface SpeechLibrary {
  /** MP3. @throws HttpError as `askSpeech`, and as `reserve` */
  find(utterance: Utterance, visitor: SpeechVisitor): Promise<Buffer>;
}

const heldBytes = 64 * 1024 * 1024;

export function createSpeechLibrary(service: SpeechService): SpeechLibrary {
  const held = new LRUCache<string, Buffer>({ maxSize: heldBytes, sizeCalculation: ({ length }) => length });
  const asking = createSharedWork<Buffer>();

  const ask = async (utterance: Utterance, signal: AbortSignal, { log, requestId }: SpeechVisitor): Promise<Buffer> => {
    try {
      return await askSpeech(service, utterance, { signal, requestId });
    } catch (error) {
      const fault = toHttpError(error);
      const { code, reason, cause } = fault;
      if (!signal.aborted) log.error({ upstream: 'speech', code, reason, err: cause }, 'a text could not be spoken');
      throw fault;
    }
  };

  return {
    async find(utterance, visitor) {
      const key = hashOf(utterance, service.tts.model);
      const work = async (signal: AbortSignal) => {
        const sound = await chargeFor(visitor.reserve(speechPrice(utterance.spoken)), () => ask(utterance, signal, visitor));
        held.set(key, sound);
        return sound;
      };
      return held.get(key) ?? asking.join(key, work, visitor.leaving);
    },
  };
}

function hashOf({ providerVoice, language, spoken }: Utterance, model: string): string {
  return createHash('sha256')
    .update(JSON.stringify([providerVoice, model, language, spoken]))
    .digest('base64');
}
