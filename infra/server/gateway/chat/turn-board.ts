import { randomUUID } from 'node:crypto';
import type { ReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** What the gateways of a site know of a message. Times are ms since the epoch. */
interface TurnRow {
  /** Of the message: one id stands for one message. */
  fingerprint: string;
  /** The gateway that answers. */
  owner: string;
  /** Until then the owner answers; it says so again and again. */
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

/** A row for each message id, so that a message that arrives at several gateways is paid for once. One process needs none. */
export type TurnBoard = ReturnType<typeof createTurnBoard>;

/** Of a gateway that answers a message. */
export type HeldTurn = ReturnType<TurnBoard['hold']>;

export function createTurnBoard({ state, clock }: { state: SharedState; clock: Clock }) {
  const id = randomUUID();
  /** @param decide the row to write; undefined: none is written, null: the row is removed */
  const change = (key: string, decide: (row: TurnRow | undefined) => TurnRow | null | undefined) =>
    state.change<TurnRow | undefined>({
      keys: [`turn:${key}`],
      lastsMs: answeredMs,
      decide([value]) {
        const found = value as TurnRow | undefined;
        const next = decide(found);
        return next === undefined ? { result: found } : { result: next ?? undefined, values: [next ?? undefined] };
      },
    });
  const changeOwn = (key: string, next: (row: TurnRow) => TurnRow | null) =>
    change(key, (row) => (row?.owner === id && !row.answer ? next(row) : undefined));
  const isTaken = (row: TurnRow | undefined) => row !== undefined && (row.answer !== undefined || row.heldUntil > clock.now());
  const heldUntil = () => clock.now() + silentMs;

  return {
    /**
     * `own`: this gateway is to answer. Otherwise the answer, or undefined while another gateway answers.
     * @throws HttpError `refused` if the id stands for another message
     */
    async claim(key: string, fingerprint: string): Promise<'own' | readonly ReplyEvent[] | undefined> {
      if (!state.isShared) return 'own';
      let isOwn = false;
      const row = await change(key, (found) => {
        const other = isTaken(found) ? found : undefined;
        isOwn = !other;
        if (!other) return { fingerprint, owner: id, heldUntil: heldUntil() };
        return awaitTurn(other, fingerprint);
      });
      return isOwn ? 'own' : row?.answer;
    },
    /** Holds a message that this gateway answers, until it has answered or does not after all. */
    hold(key: string) {
      if (!state.isShared) return { isAwaited: async () => false, end: async () => {} };
      let cancel = () => {};
      const beat = () => {
        cancel = clock.after(beatMs, () => {
          beat();
          changeOwn(key, (row) => ({ ...row, heldUntil: heldUntil() })).catch(() => undefined);
        });
      };
      beat();
      return {
        /** Whether another gateway waits for the answer. */
        isAwaited: async () => (await change(key, () => undefined))?.isAwaited === true,
        /** @param answer the whole; absent: none, and the next to ask begins again */
        async end(answer?: readonly ReplyEvent[]): Promise<void> {
          cancel();
          await changeOwn(key, (row) => (answer ? { ...row, answer } : null));
        },
      };
    },
    async forget(keys: readonly string[]): Promise<void> {
      if (state.isShared) await Promise.all(keys.map((key) => change(key, () => null)));
    },
  };
}

/** @returns the row to write, if it does not say yet that somebody waits */
function awaitTurn(row: TurnRow, fingerprint: string): TurnRow | undefined {
  if (row.fingerprint !== fingerprint) throw twoMessages();
  return row.answer || row.isAwaited ? undefined : { ...row, isAwaited: true };
}

export const twoMessages = () => new HttpError('refused', { reason: 'one message id, two messages' });
