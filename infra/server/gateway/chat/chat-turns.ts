import { createHash, randomUUID } from 'node:crypto';
import type { ReplyEvent, ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import type { ChatRequest } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { LRUCache } from 'lru-cache';
import { HttpError, toHttpError } from '../../http/http-error.ts';
import { mostEntries } from '../../http/most-entries.ts';

/** One question and its reply, however many ask for it: what came so far, and the rest as it comes. */
export type ChatTurn = ReturnType<typeof startChatTurn>;

export type TurnEnd = 'answered' | 'failed' | 'abandoned';

export interface TurnWork {
  /** Asks upstream; rejects when the answer failed. */
  run(emit: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  onEnd(end: TurnEnd, error?: HttpError): void;
  /** @param messageId by which the visitor may rate it */
  onAnswered(messageId: string): void;
}

/** The turns under way and those answered lately, so that a message sent twice is asked once. */
export type ChatTurns = ReturnType<typeof createChatTurns>;

const maxTurns = 2000;

export function createChatTurns() {
  const turns = new LRUCache<string, { turn: Promise<ChatTurn>; fingerprint: string }>({ max: maxTurns });
  return {
    /**
     * The turn of this message; work is begun only when there is none yet.
     * @throws HttpError `refused` when the id stands for another message; what `begin` threw, and then there is no turn
     */
    async join({ visitId, request }: { visitId: string; request: ChatRequest }, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Not the whole visit: whoever changes the language meanwhile still asks the same.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const joined = turns.get(key);
      if (joined && joined.fingerprint !== fingerprint) throw new HttpError('refused', { reason: 'one message id, two messages' });
      if (joined) return joined.turn;
      // Only an answer is worth remembering: the same message may be asked again after a failure.
      const forget = () => {
        if (turns.peek(key)?.turn === turn) turns.delete(key);
      };
      const turn = begin().then((work) =>
        startChatTurn({
          run: work.run,
          onAnswered: work.onAnswered,
          onEnd(end, error) {
            if (end !== 'answered') forget();
            work.onEnd(end, error);
          },
        }),
      );
      turns.set(key, { turn, fingerprint });
      turn.catch(forget);
      return turn;
    },
  };
}

/** Starts the work at once. When the last listener leaves before the end, the work is broken off. */
function startChatTurn({ run, onEnd, onAnswered }: TurnWork) {
  const controller = new AbortController();
  const listeners = new Set<(event: ReplyEvent) => void>();
  const history: ReplyEvent[] = [];
  let isOver = false;

  const emit = (event: ReplyEvent) => {
    if (isOver) return;
    append(history, event);
    isOver = event.type === 'done' || event.type === 'error';
    for (const listener of [...listeners]) listener(event);
  };
  const fail = (cause: unknown) => {
    if (isOver) return;
    const error = toHttpError(cause);
    onEnd('failed', error);
    const { code, message, retryAfterSeconds } = error;
    emit({ type: 'error', code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  };
  const succeed = () => {
    if (isOver) return;
    onEnd('answered');
    const messageId = randomUUID();
    onAnswered(messageId);
    emit({ type: 'done', messageId });
  };
  run(emit, controller.signal).then(succeed, fail);

  return {
    /** Calls with what was, then with what comes; `done` or `error` is the last. The returned function leaves. */
    subscribe(listener: (event: ReplyEvent) => void): () => void {
      for (const event of [...history]) listener(event);
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

/** Pieces of text become one piece. */
function append(history: ReplyEvent[], event: ReplyEvent): void {
  const last = history.at(-1);
  if (last?.type === 'text' && event.type === 'text') history[history.length - 1] = { type: 'text', delta: last.delta + event.delta };
  else history.push(event);
}

/**
 * The platform's id of the last answer in each conversation. It opens what was said, so no browser ever sees it.
 * A visitor who changes languages goes on with the same conversation.
 */
export type ChatChains = ReturnType<typeof createChatChains>;

const maxChains = 20_000;
const chainLifeMs = 4 * 60 * 60 * 1000;

export function createChatChains(clock: Clock) {
  const chains = new LRUCache<string, string>({ ...mostEntries(maxChains), ttl: chainLifeMs, ttlResolution: 0, perf: clock });
  const keyOf = (visitId: string, { museumId, exhibitionId }: Visit) => [visitId, museumId, exhibitionId].join('/');
  return {
    last: (visitId: string, visit: Visit) => chains.get(keyOf(visitId, visit)),
    advance: (visitId: string, visit: Visit, chatId: string) => void chains.set(keyOf(visitId, visit), chatId),
  };
}
