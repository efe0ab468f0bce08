import { createHash, randomUUID } from 'node:crypto';
import type { ReplyEvent, ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import type { ChatRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { type HttpError, toHttpError } from '../../http/exchange.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { createTurnClaim, deleteRows, type TurnClaim, twoMessages } from './turn-rows.ts';

export interface ChatTurn {
  /** Calls the listener with past events, then with new ones; `done` or `error` is the last. Returns a function that unsubscribes. */
  subscribe(listener: (event: ReplyEvent) => void): () => void;
}

export interface TurnWork {
  run(emit: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  onEnd(end: 'answered' | 'failed' | 'abandoned', error?: HttpError): void;
  /** @param messageId id by which the visitor may rate the answer */
  onAnswered(messageId: string): void;
}

/** Running and recently answered turns. A message that is sent twice makes one call, at one gateway of the site. */
export type ChatTurns = ReturnType<typeof createChatTurns>;

const maxTurns = 2000;

export function createChatTurns({ state, clock }: { state: SharedState; clock: Clock }) {
  const turns = new LRUCache<string, { turn: Promise<ChatTurn>; fingerprint: string }>({ max: maxTurns });
  const table = state.isShared ? state : undefined;

  /** @throws HttpError `refused` if another gateway has another message with the id; what `begin` threw */
  async function open(key: string, fingerprint: string, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
    const claim = table && createTurnClaim(table, clock, key);
    const claimed = await claim?.claim(fingerprint);
    if (claim && claimed === undefined) return laterTurn(() => open(key, fingerprint, begin), clock);
    if (claimed && claimed !== 'own') return answeredTurn(claimed);
    const work = await begin().catch(async (error: unknown) => {
      await claim?.release();
      throw error;
    });
    return startChatTurn(work, claim);
  }

  return {
    /** On a site of several gateways, only the shared rows have the answers. */
    async forget(visitId: string): Promise<void> {
      for (const key of [...turns.keys()]) if (key.startsWith(`${visitId}/`)) turns.delete(key);
      if (table) await deleteRows(table, visitId);
    },
    /** @throws HttpError `refused` if the id belongs to another message; what `begin` threw, without leaving a turn */
    async join({ visitId, request }: { visitId: string; request: ChatRequest }, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Excludes the language: a visitor who changes the language meanwhile sends the same question.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const joined = turns.get(key);
      if (joined && joined.fingerprint !== fingerprint) throw twoMessages();
      if (joined) return joined.turn;
      // Only answers stay cached, and only if no shared row has them: after a failure the same message may be sent again.
      const forget = () => {
        if (turns.peek(key)?.turn === turn) turns.delete(key);
      };
      let isOwn = false;
      const turn = open(key, fingerprint, async () => {
        const work = await begin();
        isOwn = true;
        const onEnd: TurnWork['onEnd'] = (end, error) => {
          if (table || end !== 'answered') forget();
          work.onEnd(end, error);
        };
        return { ...work, onEnd };
      });
      turns.set(key, { turn, fingerprint });
      turn.then(() => isOwn || forget(), forget);
      return turn;
    },
  };
}

const lookMs = 250;

/** Another gateway answers the message. Listeners get the answer when the answer is complete. */
const laterTurn = (open: () => Promise<ChatTurn>, clock: Clock): ChatTurn => ({
  subscribe(listener) {
    let hasLeft = false;
    let leave = clock.after(lookMs, () => {
      open().then(
        (turn) => {
          leave = turn.subscribe((event) => hasLeft || listener(event));
          if (hasLeft) leave();
        },
        (error: unknown) => hasLeft || listener(errorEvent(toHttpError(error))),
      );
    });
    return () => {
      hasLeft = true;
      leave();
    };
  },
});

const answeredTurn = (answer: readonly ReplyEvent[]): ChatTurn => ({
  subscribe(listener) {
    for (const event of answer) listener(event);
    return () => {};
  },
});

const errorEvent = ({ code, message, retryAfterSeconds }: HttpError): ReplyEvent => ({
  ...{ type: 'error', code, message },
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

/** If the last listener leaves before the end, and no other gateway waits, aborts the work. @param claim absent on a site of one gateway */
function startChatTurn({ run, onAnswered, onEnd }: TurnWork, claim: TurnClaim | undefined): ChatTurn {
  const controller = new AbortController();
  const listeners = new Set<(event: ReplyEvent) => void>();
  const history: ReplyEvent[] = [];
  let isOver = false;

  const emit = (event: ReplyEvent) => {
    if (isOver) return;
    append(history, event);
    isOver = event.type === 'done' || event.type === 'error';
    if (isOver) void claim?.release(event.type === 'done' ? history : undefined);
    for (const listener of [...listeners]) listener(event);
  };
  const fail = (cause: unknown) => {
    if (isOver) return;
    const error = toHttpError(cause);
    onEnd('failed', error);
    emit(errorEvent(error));
  };
  const succeed = () => {
    if (isOver) return;
    onEnd('answered');
    const messageId = randomUUID();
    onAnswered(messageId);
    emit({ type: 'done', messageId });
  };
  const abandon = () => {
    if (isOver || listeners.size > 0) return;
    isOver = true;
    void claim?.release();
    onEnd('abandoned');
    controller.abort();
  };
  run(emit, controller.signal).then(succeed).catch(fail);

  return {
    subscribe(listener) {
      for (const event of [...history]) listener(event);
      if (isOver) return () => {};
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (isOver || listeners.size > 0) return;
        if (!claim) return abandon();
        void claim
          .isAwaited()
          .catch(() => false)
          .then((isAwaited) => isAwaited || abandon());
      };
    },
  };
}

function append(history: ReplyEvent[], event: ReplyEvent): void {
  const last = history.at(-1);
  if (last?.type === 'text' && event.type === 'text') history[history.length - 1] = { type: 'text', delta: last.delta + event.delta };
  else history.push(event);
}
