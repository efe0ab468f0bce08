import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { type GroupEvent, type GroupFacts, type GroupLine, groupLimits } from '@enfilade/shared-contracts/api/group';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { GroupApi } from './group-api.ts';

/**
 * connecting: for the first time · live · interrupted: the site has no contact with the leader · lost: the site is not reached · full: the
 * group is full, or the site is overloaded · ended · unknown: no group has the code.
 */
export type Connection = 'connecting' | 'live' | 'interrupted' | 'lost' | 'full' | 'ended' | 'unknown';

export interface FollowedLine extends GroupLine {
  place: number;
}

export interface Followed {
  connection: Connection;
  facts: GroupFacts | undefined;
  /** In reading order. */
  lines: readonly FollowedLine[];
}

interface FollowOptions {
  api: Pick<GroupApi, 'follow'>;
  code: string;
  clock: Clock;
  /** From 0 to 1. Spreads the followers' retries. */
  random(): number;
}

const [firstRetryMs, lastRetryMs] = [1_000, 15_000];
/** Time to retry after the site has lost the group: the leader's next request restores the group. */
const patienceMs = 60_000;

export function createFollowing({ api, code, clock, random }: FollowOptions) {
  const { set, ...store } = createStore<Followed>({ connection: 'connecting', facts: undefined, lines: [] });
  let lastEventId: string | undefined;
  let attempt = 0;
  let lostAt: number | undefined;
  let wake = () => {};
  let drop = () => {};
  const update = (change: Partial<Followed>) => set({ ...store.getState(), ...change });

  const onEvent = (event: GroupEvent, id: string | undefined) => {
    attempt = 0;
    lostAt = undefined;
    if (id !== undefined) lastEventId = id;
    if (event.type === 'line') {
      const { type: _, ...line } = event;
      update({ lines: putLine(store.getState().lines, line) });
    } else if (event.type === 'group') {
      const { type: _, ...facts } = event;
      update({ connection: 'live', facts });
    } else update({ connection: event.type });
  };

  /** @returns time until the retry in ms; undefined if the group has ended or is unknown */
  const onFailure = (error: unknown): number | undefined => {
    const { status = 0, retryAfterSeconds = 0 } = error instanceof ApiError ? error : {};
    const hasFollowed = store.getState().facts !== undefined;
    lostAt ??= clock.now();
    const isPatient = hasFollowed && clock.now() - lostAt < patienceMs;
    const connection = connectionAfter(status, { hasFollowed, isPatient });
    update({ connection });
    if (connection === 'ended' || connection === 'unknown') return undefined;
    attempt += 1;
    const delay = Math.min(lastRetryMs, firstRetryMs * 2 ** (attempt - 1));
    return Math.max(delay * (0.75 + random() / 2), Math.min(retryAfterSeconds * 1000, lastRetryMs));
  };

  async function follow(leaving: AbortSignal): Promise<void> {
    while (!leaving.aborted) {
      const line = new AbortController();
      drop = () => line.abort();
      const failure = await api.follow(code, { lastEventId, onEvent, signal: line.signal }).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (!failure || leaving.aborted) return;
      const delay = onFailure(failure.error);
      if (delay === undefined) return;
      await new Promise<void>((resolve) => {
        const cancel = clock.after(delay, resolve);
        wake = () => {
          cancel();
          resolve();
        };
      });
    }
  }
  return {
    ...store,
    /** Call when the device is online again: ends the wait for the retry. */
    hurry: () => wake(),
    /** Call when the device is offline: the connection receives nothing. */
    lose: () => drop(),
    /** Follows until the returned function is called. A second run continues. */
    run() {
      const leaving = new AbortController();
      void follow(leaving.signal);
      return () => {
        leaving.abort();
        drop();
        wake();
      };
    },
  };
}

function connectionAfter(status: number, { hasFollowed, isPatient }: { hasFollowed: boolean; isPatient: boolean }): Connection {
  if (status === 410) return 'ended';
  if (status === 400 || (status === 404 && !isPatient)) return hasFollowed ? 'ended' : 'unknown';
  if (status === 429 || status === 503) return 'full';
  return hasFollowed ? 'lost' : 'connecting';
}

/** Replaces the line with the same key, or inserts the line in reading order. */
export function putLine(lines: readonly FollowedLine[], line: FollowedLine): FollowedLine[] {
  const others = lines.filter(({ key }) => key !== line.key);
  return [...others, line].sort((a, b) => a.place - b.place).slice(-groupLimits.kept);
}

export interface FollowedTurn {
  key: string;
  questions: readonly FollowedLine[];
  answers: readonly FollowedLine[];
}

/** Speech recognition may return a question after its answer; the question is still listed first. */
export function listTurns(lines: readonly FollowedLine[]): FollowedTurn[] {
  const turns = new Map<string, FollowedLine[]>();
  for (const line of lines) turns.set(line.turn, [...(turns.get(line.turn) ?? []), line]);
  return [...turns].map(([key, all]) => ({
    key,
    questions: all.filter(({ speaker }) => speaker === 'visitor'),
    answers: all.filter(({ speaker }) => speaker === 'guide'),
  }));
}
