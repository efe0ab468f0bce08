import { randomUUID } from 'node:crypto';
import type { ReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/exchange.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

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

type TurnTable = Pick<SharedState, 'change'>;

const rowKey = (key: string) => `turn:${key}`;
/** @param key key of any message of the visit */
const listKey = (key: string) => `turns:${key.slice(0, key.indexOf('/'))}`;
/** More than a visit's messages while a row lasts. */
const mostListed = 500;

const changeRow = (table: TurnTable, key: string, decide: (row: TurnRow | undefined) => TurnRow | undefined) =>
  table.change<TurnRow | undefined>({
    keys: [rowKey(key)],
    lastsMs: answeredMs,
    decide([value]) {
      const row = decide(value as TurnRow | undefined);
      return { result: row, values: [row] };
    },
  });

export async function deleteRows(table: TurnTable, visitId: string): Promise<void> {
  const listed = await table.change<readonly string[]>({
    keys: [listKey(`${visitId}/`)],
    lastsMs: answeredMs,
    decide: ([keys = []]) => ({ result: keys as string[], values: [undefined] }),
  });
  await Promise.all(listed.map((key) => changeRow(table, key, () => undefined)));
}

export const twoMessages = () => new HttpError('refused', { reason: 'one message id, two messages' });

export type TurnClaim = ReturnType<typeof createTurnClaim>;

export function createTurnClaim(table: TurnTable, clock: Clock, key: string) {
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
    /** Undefined while another gateway answers. @throws HttpError `refused` if the id belongs to another message */
    async claim(fingerprint: string): Promise<'own' | readonly ReplyEvent[] | undefined> {
      const decide = (row: TurnRow | undefined): TurnRow => {
        if (!row || (!row.answer && row.heldUntil <= clock.now())) return { fingerprint, ...held() };
        if (row.fingerprint !== fingerprint) throw twoMessages();
        return row.answer ? row : { ...row, isAwaited: true };
      };
      const claimed = await table.change<TurnRow>({
        keys: [rowKey(key), listKey(key)],
        // The list must outlast the row, whose life restarts with its answer.
        lastsMs: [answeredMs, 2 * answeredMs],
        decide([value, listed = []]) {
          const row = decide(value as TurnRow | undefined);
          const others = (listed as string[]).filter((other) => other !== key);
          return { result: row, values: [row, [...others, key].slice(-mostListed)] };
        },
      });
      if (claimed.owner !== owner) return claimed.answer;
      renewLater();
      return 'own';
    },
    isAwaited: async () => (await changeRow(table, key, (row) => row))?.isAwaited === true,
    /** Stores the complete answer, or deletes the row if there is none. A row that cannot be written expires. */
    async release(answer?: readonly ReplyEvent[]): Promise<void> {
      cancel();
      await changeOwn((row) => answer && { ...row, answer }).catch(() => undefined);
    },
  };
}
