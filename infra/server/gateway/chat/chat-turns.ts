import { createHash, randomUUID } from 'node:crypto';
import type { ReplyEvent, ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import type { ChatRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** One question and its reply, however many ask for it: what came so far, and the rest as it comes. */
export interface ChatTurn {
  /** Calls with what was, then with what comes; `done` or `error` is the last. The returned function leaves. */
  subscribe(listener: (event: ReplyEvent) => void): () => void;
}

export interface TurnWork {
  /** Asks upstream; rejects when the answer failed. */
  run(emit: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  onEnd(end: 'answered' | 'failed' | 'abandoned', error?: HttpError): void;
  /** @param messageId by which the visitor may rate it */
  onAnswered(messageId: string): void;
}

/** The turns under way and those answered lately, so that a message sent twice is asked once, by one gateway of the site. */
export type ChatTurns = ReturnType<typeof createChatTurns>;

const maxTurns = 2000;

/** State of a message that all gateways of a site share. Times are ms since the epoch. */
interface TurnRow {
  /** Hash of the message: one id belongs to one message. */
  fingerprint: string;
  /** The claim of the gateway that answers. */
  owner: string;
  /** Until then the owner answers; it renews this again and again. */
  heldUntil: number;
  /** Another gateway waits for the answer. */
  isAwaited?: true;
  /** Once it is whole. */
  answer?: readonly ReplyEvent[];
}

/** How long an answer is remembered. */
const answeredMs = 10 * 60_000;
/** How often an owner says that it answers, and after what silence another gateway does. */
const [beatMs, silentMs] = [1_000, 4_000];

type Table = Pick<SharedState, 'change'>;

/** @param decide the row to have then */
const changeRow = (table: Table, key: string, decide: (row: TurnRow | undefined) => TurnRow | undefined) =>
  table.change<TurnRow | undefined>({
    keys: [`turn:${key}`],
    lastsMs: answeredMs,
    decide([value]) {
      const row = decide(value as TurnRow | undefined);
      return { result: row, values: [row] };
    },
  });

const twoMessages = () => new HttpError('refused', { reason: 'one message id, two messages' });

/** Holds the row of a message while this gateway answers it. */
type TurnClaim = ReturnType<typeof createTurnClaim>;

function createTurnClaim(table: Table, clock: Clock, key: string) {
  const owner = randomUUID();
  const held = () => ({ owner, heldUntil: clock.now() + silentMs });
  const changeOwn = (next: (row: TurnRow) => TurnRow | undefined) =>
    changeRow(table, key, (row) => (row?.owner === owner && !row.answer ? next(row) : row));
  let cancel = () => {};
  function renewLater(): void {
    cancel = clock.after(beatMs, () => {
      renewLater();
      changeOwn((row) => ({ ...row, ...held() })).catch(() => undefined);
    });
  }
  return {
    /**
     * `own`: this gateway is to answer. Otherwise the answer, or undefined while another gateway answers.
     * @throws HttpError `refused` if the id stands for another message
     */
    async claim(fingerprint: string): Promise<'own' | readonly ReplyEvent[] | undefined> {
      const claimed = await changeRow(table, key, (row) => {
        if (!row || (!row.answer && row.heldUntil <= clock.now())) return { fingerprint, ...held() };
        if (row.fingerprint !== fingerprint) throw twoMessages();
        return row.answer ? row : { ...row, isAwaited: true };
      });
      if (claimed?.owner !== owner) return claimed?.answer;
      renewLater();
      return 'own';
    },
    /** Whether another gateway waits for the answer. */
    isAwaited: async () => (await changeRow(table, key, (row) => row))?.isAwaited === true,
    /** A row that cannot be written runs out. @param answer the whole; absent: none, and the next to ask begins again */
    async release(answer?: readonly ReplyEvent[]): Promise<void> {
      cancel();
      await changeOwn((row) => answer && { ...row, answer }).catch(() => undefined);
    },
  };
}

export function createChatTurns({ state, clock }: { state: SharedState; clock: Clock }) {
  const turns = new LRUCache<string, { turn: Promise<ChatTurn>; fingerprint: string }>({ max: maxTurns });
  /** One process needs no rows. */
  const table = state.isShared ? state : undefined;

  /** @throws HttpError `refused` if another gateway knows the id for another message; what `begin` threw */
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
    /** Deletes the answers of a visit that this gateway has, and for every other gateway. */
    async forget(visitId: string): Promise<void> {
      const keys = [...turns.keys()].filter((key) => key.startsWith(`${visitId}/`));
      for (const key of keys) turns.delete(key);
      if (table) await Promise.all(keys.map((key) => changeRow(table, key, () => undefined)));
    },
    /**
     * The turn of this message; starts work only if no work runs.
     * @throws HttpError `refused` when the id stands for another message; what `begin` threw, and then there is no turn
     */
    async join({ visitId, request }: { visitId: string; request: ChatRequest }, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Excludes the language, because a visitor who changes the language meanwhile still asks the same.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const joined = turns.get(key);
      if (joined && joined.fingerprint !== fingerprint) throw twoMessages();
      if (joined) return joined.turn;
      // Only an answer is worth remembering: the same message may be asked again after a failure.
      const forget = () => {
        if (turns.peek(key)?.turn === turn) turns.delete(key);
      };
      const turn = open(key, fingerprint, async () => {
        const work = await begin();
        const onEnd: TurnWork['onEnd'] = (end, error) => {
          if (end !== 'answered') forget();
          work.onEnd(end, error);
        };
        return { ...work, onEnd };
      });
      turns.set(key, { turn, fingerprint });
      turn.catch(forget);
      return turn;
    },
  };
}

/** How often it is looked whether another gateway has answered. */
const lookMs = 250;

/** A message that another gateway answers: its listeners get the answer when it is whole. */
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

/**
 * Starts the work at once. When the last listener leaves before the end, and no other gateway waits, the work is aborted.
 * @param claim absent where no other gateway can ask
 */
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

/** Pieces of text become one piece. */
function append(history: ReplyEvent[], event: ReplyEvent): void {
  const last = history.at(-1);
  if (last?.type === 'text' && event.type === 'text') history[history.length - 1] = { type: 'text', delta: last.delta + event.delta };
  else history.push(event);
}
