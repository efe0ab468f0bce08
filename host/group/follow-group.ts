import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { ServerEvent } from '@enfilade/shared-contracts/api/event-stream';
import { type GroupEvent, type GroupFacts, type GroupLine, groupEventSchema, groupLimits } from '@enfilade/shared-contracts/api/group';
import { type RequestEnvironment, requestEvents } from '@enfilade/shared-contracts/api/request';
import { keyOf, type Translations } from '@enfilade/shared-contracts/conversation/transcript/translations';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { createStore } from '@enfilade/shared-contracts/kit/store';

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

/** The gateway sends data at least every 15 s. */
const idleLimitMs = 40_000;

export interface EventsOptions {
  /** The site sends only lines after this sequence. */
  lastEventId: string | undefined;
  onEvent(event: GroupEvent, id: string | undefined): void;
  signal: AbortSignal;
}

/** Resolves when the group has ended; rejects when the connection breaks. */
export async function readEvents(environment: RequestEnvironment, code: string, { lastEventId, onEvent, signal }: EventsOptions) {
  const handleEvent = ({ name, data, id }: ServerEvent) => {
    // A newer gateway may send an unknown event.
    const event = groupEventSchema.safeParse({ ...Object(parseJson(data)), type: name }).data;
    if (event) onEvent(event, id);
    return event?.type === 'ended' || undefined;
  };
  await requestEvents({ path: `/api/groups/${code}/events`, lastEventId, signal }, { idleLimitMs, onEvent: handleEvent }, environment);
}

interface FollowOptions {
  /** `readEvents` of the group. */
  read(options: EventsOptions): Promise<void>;
  clock: Clock;
  /** From 0 to 1. Spreads the followers' retries. */
  random(): number;
}

const [firstRetryMs, lastRetryMs] = [1_000, 15_000];
/** Time to retry after the site has lost the group: the leader's next request restores the group. */
const patienceMs = 60_000;

export function createFollowing({ read, clock, random }: FollowOptions) {
  const { set, ...store } = createStore<Followed>({ connection: 'connecting', facts: undefined, lines: [] });
  let lastEventId: string | undefined;
  let attempt = 0;
  let lostAt: number | undefined;
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
    if (isOver(connection)) return undefined;
    attempt += 1;
    const delay = Math.min(lastRetryMs, firstRetryMs * 2 ** (attempt - 1));
    return Math.max(delay * (0.75 + random() / 2), Math.min(retryAfterSeconds * 1000, lastRetryMs));
  };

  async function follow(signal: AbortSignal): Promise<void> {
    const failure = await read({ lastEventId, onEvent, signal }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const delay = failure && !signal.aborted ? onFailure(failure.error) : undefined;
    if (delay === undefined) return;
    const cancel = clock.after(delay, () => void follow(signal));
    signal.addEventListener('abort', cancel);
  }
  return {
    ...store,
    /** Connects at once, and follows until the returned function is called. A later run continues. */
    run() {
      const leaving = new AbortController();
      if (!isOver(store.getState().connection)) void follow(leaving.signal);
      return () => leaving.abort();
    },
  };
}

export const isOver = (connection: Connection): boolean => connection === 'ended' || connection === 'unknown';

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

/** Speech recognition may return a question after its answer; the question is still listed first. */
export function listTurns<Line extends FollowedLine>(lines: readonly Line[]) {
  const turns = new Map<string, Line[]>();
  for (const line of lines) turns.set(line.turn, [...(turns.get(line.turn) ?? []), line]);
  return [...turns].map(([key, all]) => ({
    key,
    questions: all.filter(({ speaker }) => speaker === 'visitor'),
    answers: all.filter(({ speaker }) => speaker === 'guide'),
  }));
}

/** own: in the follower's language · waiting: the translation is pending · said: translated · foreign: has no translation. */
export type ShownLine = { kind: 'own' | 'said' | 'foreign'; text: string } | { kind: 'waiting' };

/** An open line is not translated yet. */
export function showLine({ isOpen, language: from, text }: FollowedLine, to: Language, translations: Translations): ShownLine {
  if (from === to) return { kind: 'own', text };
  const said = isOpen ? undefined : translations.get(keyOf({ from, to }, text));
  if (said === undefined) return { kind: 'waiting' };
  return said === null ? { kind: 'foreign', text } : { kind: 'said', text: said };
}
