import { createHash, randomUUID } from 'node:crypto';
import type { ChatRequest } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { LRUCache } from 'lru-cache';
import { toHttpError } from '../../http/error-answers.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Emit, TurnEvent } from './turn-event.ts';

/** One question and its answer, however many ask for it: what came so far, and the rest as it comes. */
export interface ChatTurn {
  /** Tells what was, then what will be; `done` or `error` is the last. The returned function leaves. */
  listen(listener: (event: TurnEvent) => void): () => void;
}

type TurnEnd = 'answered' | 'failed' | 'abandoned';

export interface TurnWork {
  /** Asks upstream; rejects when the answer failed. */
  run(emit: Emit, signal: AbortSignal): Promise<void>;
  onEnd(end: TurnEnd, fault?: HttpError): void;
}

/** Starts the work at once. When the last listener leaves before the end, the work is broken off. */
function startChatTurn({ run, onEnd }: TurnWork): ChatTurn {
  const controller = new AbortController();
  const listeners = new Set<(event: TurnEvent) => void>();
  const told: TurnEvent[] = [];
  let isOver = false;

  const tell = (event: TurnEvent) => {
    if (isOver) return;
    remember(told, event);
    isOver = event.event === 'done' || event.event === 'error';
    for (const listener of [...listeners]) listener(event);
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    const fault = toHttpError(error);
    onEnd('failed', fault);
    const { code, message, retryAfterSeconds } = fault;
    tell({ event: 'error', data: { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } });
  };
  const succeed = () => {
    if (isOver) return;
    onEnd('answered');
    tell({ event: 'done', data: { messageId: randomUUID() } });
  };
  run(tell, controller.signal).then(succeed, fail);

  return {
    listen(listener) {
      for (const event of [...told]) listener(event);
      if (isOver) return () => {};
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (isOver || listeners.size > 0) return;
        isOver = true;
        onEnd('abandoned');
        controller.abort();
      };
    },
  };
}

/** Pieces of text are kept as one piece. */
function remember(told: TurnEvent[], event: TurnEvent): void {
  const last = told.at(-1);
  if (last?.event === 'text' && event.event === 'text') {
    told[told.length - 1] = { event: 'text', data: { delta: last.data.delta + event.data.delta } };
    return;
  }
  told.push(event);
}

/**
 * The platform's id of the last answer in each conversation. It opens what was said, so no browser ever sees it.
 * A visitor who changes languages goes on with the same conversation.
 */
export interface ChatChains {
  last(visitId: string, visit: Visit): string | undefined;
  advance(visitId: string, visit: Visit, chatId: string): void;
}

const maxChains = 20_000;
const lifeMs = 4 * 60 * 60 * 1000;

export function createChatChains(clock: Clock): ChatChains {
  const chains = new LRUCache<string, { chatId: string; at: number }>({ max: maxChains });
  const keyOf = (visitId: string, { museumId, exhibitionId }: Visit) => [visitId, museumId, exhibitionId].join('/');
  return {
    last(visitId, visit) {
      const held = chains.get(keyOf(visitId, visit));
      return held && clock.now() - held.at < lifeMs ? held.chatId : undefined;
    },
    advance: (visitId, visit, chatId) => void chains.set(keyOf(visitId, visit), { chatId, at: clock.now() }),
  };
}

export interface TurnKey {
  visitId: string;
  request: ChatRequest;
}

/** The turns under way and those answered lately, so that a message sent twice is asked once. */
export interface ChatTurns {
  /**
   * The turn of this message; work is begun only when there is none yet.
   * @throws HttpError `refused` when the id stands for another message; what `begin` threw, and then there is no turn
   */
  join(key: TurnKey, begin: () => TurnWork): ChatTurn;
}

const maxTurns = 2000;

export function createChatTurns(): ChatTurns {
  const turns = new LRUCache<string, { turn: ChatTurn; fingerprint: string }>({ max: maxTurns });
  return {
    join({ visitId, request }, begin) {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Not the whole visit: whoever changes the language meanwhile still asks the same.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const held = turns.get(key);
      if (held && held.fingerprint !== fingerprint) throw new HttpError('refused', { reason: 'one message id, two messages' });
      if (held) return held.turn;
      const work = begin();
      const turn = startChatTurn({
        run: work.run,
        onEnd(end, fault) {
          // Only an answer is worth keeping: the same message may be asked again after a failure.
          if (end !== 'answered' && turns.peek(key)?.turn === turn) turns.delete(key);
          work.onEnd(end, fault);
        },
      });
      turns.set(key, { turn, fingerprint });
      return turn;
    },
  };
}
