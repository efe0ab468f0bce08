import { createHash, randomUUID } from 'node:crypto';
import type { ReplyEvent, ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import type { ChatRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import { callEvery } from '../../http/kit.ts';
import { createMemoryState, type SharedState } from '../../shared-state/shared-state.ts';

export interface ChatTurn {
  /** Calls the listener with past events, then with new ones; `done` or `error` is the last. Returns a function that unsubscribes. */
  subscribe(listener: (event: ReplyEvent) => void): () => void;
}

export interface TurnWork {
  run(emit: (part: ReplyPart) => void, signal: AbortSignal): Promise<void>;
  /** `messageId`: id by which the visitor may rate the answer. */
  onEnd(end: 'answered' | 'failed' | 'abandoned', details: { error?: HttpError; messageId?: string }): void;
}

/** A message that is sent twice makes one call, at one gateway of the site. */
export type ChatTurns = ReturnType<typeof createChatTurns>;

const twoMessages = () => new HttpError('refused', { reason: 'one message id, two messages' });

/** Rows of a site of one process; each answer has one, and each visit a list. */
const mostValues = 4_000;
/** Interval at which a gateway checks whether another gateway has answered. */
const lookMs = 250;

export function createChatTurns({ state, clock }: { state: SharedState; clock: Clock }) {
  // A site of one process stores answers only in memory, so that they are never on a disk.
  const rows = createTurnRows(state.isShared ? state : createMemoryState({ clock, mostValues }), clock);
  const running = new Map<string, { claim: TurnClaim; turn: Promise<ChatTurn> }>();

  /** If another gateway answers the message, resolves when the answer is complete. */
  async function open(claim: TurnClaim, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
    let taken = await claim.take();
    while (taken === undefined) {
      await new Promise<void>((resolve) => clock.after(lookMs, resolve));
      taken = await claim.take();
    }
    if (taken !== 'own') return answeredTurn(taken);
    try {
      return startChatTurn(await begin(), claim);
    } catch (error) {
      await claim.release();
      throw error;
    }
  }

  return {
    async forget(visitId: string): Promise<void> {
      for (const key of [...running.keys()]) if (key.startsWith(`${visitId}/`)) running.delete(key);
      await rows.forget(visitId);
    },
    /** @throws HttpError `refused` if the id belongs to another message; what `begin` threw, without leaving a turn */
    async join({ visitId, request }: { visitId: string; request: ChatRequest }, begin: () => Promise<TurnWork>): Promise<ChatTurn> {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Excludes the language: a visitor who changes the language meanwhile sends the same question.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const joined = running.get(key);
      if (joined && joined.claim.fingerprint !== fingerprint) throw twoMessages();
      if (joined) return joined.turn;
      const onOver = () => {
        if (running.get(key)?.claim === claim) running.delete(key);
      };
      const claim = rows.claim(key, fingerprint, onOver);
      const turn = open(claim, begin);
      running.set(key, { claim, turn });
      turn.catch(onOver);
      return turn;
    },
  };
}

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

/** If the last listener leaves before the end, and no other gateway waits, aborts the work. */
function startChatTurn({ run, onEnd }: TurnWork, claim: TurnClaim): ChatTurn {
  const controller = new AbortController();
  const listeners = new Set<(event: ReplyEvent) => void>();
  const history: ReplyEvent[] = [];
  let isOver = false;

  const emit = (event: ReplyEvent) => {
    append(history, event);
    for (const listener of [...listeners]) listener(event);
  };
  const end = (...[how, details]: Parameters<TurnWork['onEnd']>) => {
    if (isOver) return;
    isOver = true;
    const { messageId, error } = details;
    const last: ReplyEvent | undefined = messageId === undefined ? error && errorEvent(error) : { type: 'done', messageId };
    void claim.release(last && how === 'answered' ? [...history, last] : undefined);
    if (last) emit(last);
    onEnd(how, details);
  };
  run((part) => void (isOver || emit(part)), controller.signal).then(
    () => end('answered', { messageId: randomUUID() }),
    (cause: unknown) => end('failed', { error: toHttpError(cause) }),
  );

  async function abandon(): Promise<void> {
    if (isOver || listeners.size > 0 || (await claim.isAwaited()) || listeners.size > 0) return;
    end('abandoned', {});
    controller.abort();
  }
  return {
    subscribe(listener) {
      for (const event of [...history]) listener(event);
      if (isOver) return () => {};
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        void abandon();
      };
    },
  };
}

function append(history: ReplyEvent[], event: ReplyEvent): void {
  const last = history.at(-1);
  if (last?.type === 'text' && event.type === 'text') history[history.length - 1] = { type: 'text', delta: last.delta + event.delta };
  else history.push(event);
}

/** A message's state that all gateways of a site share. Times are ms since the epoch. */
interface TurnRow {
  /** Hash of the message, because an id belongs to one message. */
  fingerprint: string;
  owner: string;
  /** The owner renews its claim while it answers. */
  heldUntil: number;
  isAwaited?: true;
  answer?: readonly ReplyEvent[];
}

const answeredMs = 10 * 60_000;
/** Interval at which an owner renews its claim, and the silence after which another gateway takes the claim. */
const [beatMs, silentMs] = [1_000, 4_000];
/** More than a visit's messages while a row lasts. */
const mostListed = 500;

const rowKey = (key: string) => `turn:${key}`;
const listKey = (visitId: string) => `turns:${visitId}`;

/** The owner's row if the message is free, else the row of the message. @throws HttpError `refused` if the id belongs to another message */
function claimRow(row: TurnRow | undefined, own: TurnRow, now: number): TurnRow {
  if (!row || (!row.answer && row.heldUntil <= now)) return own;
  if (row.fingerprint !== own.fingerprint) throw twoMessages();
  return row.answer ? row : { ...row, isAwaited: true };
}

type TurnClaim = ReturnType<ReturnType<typeof createTurnRows>['claim']>;

function createTurnRows(table: Pick<SharedState, 'change'>, clock: Clock) {
  const changeRow = (key: string, decide: (row: TurnRow | undefined) => TurnRow | undefined) =>
    table.change<TurnRow | undefined>({
      keys: [rowKey(key)],
      lastsMs: answeredMs,
      decide([value]) {
        const row = decide(value as TurnRow | undefined);
        return { result: row, values: [row] };
      },
    });

  return {
    async forget(visitId: string): Promise<void> {
      const listed = await table.change<readonly string[]>({
        keys: [listKey(visitId)],
        lastsMs: answeredMs,
        decide: ([keys = []]) => ({ result: keys as string[], values: [undefined] }),
      });
      await Promise.all(listed.map((key) => changeRow(key, () => undefined)));
    },
    /** `onOver` is called once the message is answered or free again. */
    claim(key: string, fingerprint: string, onOver: () => void) {
      const owner = randomUUID();
      const held = () => ({ owner, heldUntil: clock.now() + silentMs });
      const changeOwn = (next: (row: TurnRow) => TurnRow | undefined) =>
        changeRow(key, (row) => (row?.owner === owner && !row.answer ? next(row) : row)).catch(() => undefined);
      let endRenewing = () => {};
      return {
        fingerprint,
        /** Undefined while another gateway answers. @throws HttpError `refused` if the id belongs to another message */
        async take(): Promise<'own' | readonly ReplyEvent[] | undefined> {
          const taken = await table.change<TurnRow>({
            keys: [rowKey(key), listKey(key.slice(0, key.indexOf('/')))],
            // The list must outlast the row, whose life restarts with its answer.
            lastsMs: [answeredMs, 2 * answeredMs],
            decide([value, listed = []]) {
              const row = claimRow(value as TurnRow | undefined, { fingerprint, ...held() }, clock.now());
              const others = (listed as string[]).filter((other) => other !== key);
              return { result: row, values: [row, [...others, key].slice(-mostListed)] };
            },
          });
          if (taken.answer) onOver();
          if (taken.owner !== owner) return taken.answer;
          endRenewing = callEvery(clock, beatMs, () => void changeOwn((row) => ({ ...row, ...held() })));
          return 'own';
        },
        isAwaited: async () => (await changeOwn((row) => row))?.isAwaited === true,
        /** Stores the complete answer, or deletes the row if there is none. A row that cannot be written expires. */
        async release(answer?: readonly ReplyEvent[]): Promise<void> {
          onOver();
          endRenewing();
          await changeOwn((row) => answer && { ...row, answer });
        },
      };
    },
  };
}
