import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  type GroupFacts,
  type GroupLine,
  type GroupLinesRequest,
  type GroupResponse,
  groupLimits,
} from '@enfilade/shared-contracts/api/group';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { groupCodeCharacters, groupCodeLength } from '@enfilade/shared-contracts/visit/group-code';
import { HttpError } from '../../http/exchange.ts';
import type { Keys } from '../../http/key-files.ts';
import { type Budget, type BudgetRules, createAddressLimits, takeFrom } from '../../shared-state/budget.ts';
import { createMemoryState, type SharedState, type Values } from '../../shared-state/shared-state.ts';

/** Times are ms since the epoch. */
interface Head extends Omit<GroupFacts, 'isLeaderAway'> {
  /** Hash of the leading visit's id. */
  leader: string;
  /** Sequence of the last line. Starts with the time, so that the sequence keeps growing after the site lost the group. */
  sequence: number;
  heardAt: number;
  requests: Budget;
  crowd: Record<string, { count: number; at: number }>;
  lines: readonly KeptLine[];
}

interface Lead {
  code: string;
  endsAt: number;
}

export interface KeptLine extends GroupLine {
  /** Grows with each change of the line, which keeps its `place`. */
  sequence: number;
  place: number;
}

/** The silence of a gateway after which its number of followers counts as zero. */
const crowdForgottenMs = 30_000;
/** A leader's device sends a request every ten seconds. */
const leaderAwayMs = 25_000;
/** Returning followers get `ended` instead of `not-found` for this time. */
const endedMs = 10 * 60_000;
/** A museum's visitors may share one address. */
const startsOfAddress: BudgetRules = { capacity: 60, fillsInMs: 60 * 60_000 };
const requestsOfLeader: BudgetRules = { capacity: 60, fillsInMs: 20_000 };
/** Limit of unknown codes. After a restart all followers of a class retry from one address, several times each. */
const triesOfAddress: BudgetRules = { capacity: 600, fillsInMs: 10 * 60_000 };

const headKey = (code: string) => `group:${code}`;
const hashOf = (visitId: string): string => createHash('sha256').update(visitId).digest('base64url');
const leadKey = (visitId: string): string => `group-of:${hashOf(visitId)}`;

/** Stored in place of the head. */
const ended = 'ended';

interface GroupsOptions {
  state: SharedState;
  /** The first key signs the leader's proof, and all keys verify the proof. */
  keys(): Keys<Buffer>;
  clock: Clock;
  nameOf(address: string): string;
}

/**
 * A site of one process stores groups only in memory, so that a group's words are never on a disk. After a restart, the leader's next
 * request restores the group.
 */
export type Groups = ReturnType<typeof createGroups>;

export function createGroups({ keys, ...options }: GroupsOptions) {
  const state = createGroupState(options);
  const { start, publish, end, endOf } = createLeading(state, createProofs(keys));
  return { start, publish, end, endOf, ...createFollowing(state) };
}

function createGroupState({ state: siteState, clock, nameOf }: Omit<GroupsOptions, 'keys'>) {
  const state = siteState.isShared ? siteState : createMemoryState({ clock });
  const change = <Result>(
    keys: readonly string[],
    decide: (values: Values) => { result: Result; values?: Values },
    lastsMs: number = groupLimits.lifeMs,
  ) => state.change<Result>({ keys, lastsMs, decide });
  const current = <Value extends { endsAt: number }>(value: unknown): Value | undefined => {
    const found = value === ended ? undefined : (value as Value | undefined);
    return found && found.endsAt > clock.now() ? found : undefined;
  };
  return {
    now: () => clock.now(),
    change,
    current,
    read: (key: string) => change<unknown>([key], ([result]) => ({ result })),
    limits: createAddressLimits(state, { clock, nameOf }),
  };
}
type GroupState = ReturnType<typeof createGroupState>;

function createLeading({ change, read, current, now, limits }: GroupState, proofs: ReturnType<typeof createProofs>) {
  /** @throws HttpError `not-found`, `forbidden` */
  const end = (code: string, visitId: string): Promise<void> =>
    change(
      [headKey(code), leadKey(visitId)],
      ([value]) => {
        assertLeader(current<Head>(value), visitId);
        return { result: undefined, values: [ended, undefined] };
      },
      endedMs,
    );

  return {
    /** Returns the group that a visit leads, or starts a group. @throws HttpError `too-many`, `busy` */
    async start({ id, address }: { id: string; address: string }, about: Pick<Head, 'museumId' | 'exhibitionId'>): Promise<GroupResponse> {
      const known = current<Lead>(await read(leadKey(id)));
      if (known) return proofs.add(known, id);
      await limits.withdraw('group-starts', address, startsOfAddress);
      // One of 32⁸ codes, so none is drawn twice.
      const lead: Lead = { code: newCode(), endsAt: now() + groupLimits.lifeMs };
      const head: Head = { ...about, ...newHead(id, now()), endsAt: lead.endsAt, isPaused: false };
      const started = await change<Lead>([leadKey(id), headKey(lead.code)], ([value]) => {
        const other = current<Lead>(value);
        return other ? { result: other } : { result: lead, values: [lead, head] };
      });
      return proofs.add(started, id);
    },

    /** @returns the number of followers @throws HttpError `not-found`, `forbidden`, `too-many`, `busy` */
    async publish(code: string, { id, museumId }: { id: string; museumId: string }, update: GroupLinesRequest): Promise<number> {
      const { endsAt, proof, lines, ...facts } = update;
      const lead: Lead = { code, endsAt };
      const leftMs = endsAt - now();
      if (leftMs <= 0 || leftMs > groupLimits.lifeMs || !proofs.check(lead, id, proof)) throw new HttpError('forbidden');
      return change<number>([headKey(code), leadKey(id)], ([value]) => {
        if (value === ended) throw new HttpError('not-found');
        // A group that is missing was lost in a restart or with the shared state.
        const { leader, ...head } = current<Head>(value) ?? newHead(id, now());
        assertLeader({ leader }, id);
        const requests = takeFrom(head.requests, requestsOfLeader, { amount: 1, at: now() });
        if (!requests) throw new HttpError('too-many', { reason: 'a leader sends too often', retryAfterSeconds: 1 });
        const { crowd } = head;
        const merged = mergeLines(head, facts.isPaused ? [] : lines);
        const next: Head = { ...facts, ...merged, leader, museumId, endsAt, heardAt: now(), requests, crowd };
        return { result: countFollowers(crowd, now()), values: [next, lead] };
      });
    },

    end,

    async endOf(visitId: string): Promise<void> {
      const lead = current<Lead>(await read(leadKey(visitId)));
      if (lead) await end(lead.code, visitId).catch(() => undefined);
    },
  };
}

interface Following {
  gateway: string;
  count: number;
}

function createFollowing({ change, read, current, now, limits }: GroupState) {
  const count = (code: string, { gateway, count }: Following, most: number = Number.POSITIVE_INFINITY) =>
    change<'counted' | 'full' | 'ended' | 'none'>([headKey(code)], ([value]) => {
      const head = current<Head>(value);
      if (!head) return { result: value === ended ? ended : 'none' };
      const crowd = { ...head.crowd, [gateway]: { count, at: now() } };
      if (countFollowers(crowd, now()) > most) return { result: 'full' };
      return { result: 'counted', values: [{ ...head, crowd }] };
    });

  return {
    /** @throws HttpError `not-found`, `expired`, `busy`, `too-many` */
    async join(code: string, address: string, following: Following): Promise<void> {
      // While an address is over its limit, even valid codes are refused: otherwise guessing could succeed.
      await limits.check('group-tries', address, triesOfAddress);
      const found = await count(code, following, groupLimits.followers);
      if (found === 'counted') return;
      if (found === 'full') throw new HttpError('busy', { reason: 'the group is full', retryAfterSeconds: 30 });
      if (found === ended) throw new HttpError('expired');
      await limits.withdraw('group-tries', address, triesOfAddress);
      throw new HttpError('not-found', { reason: 'no group has this code' });
    },

    count,

    /** `ended` if the leader ended the group; undefined if the group is unknown. */
    async read(code: string): Promise<{ facts: GroupFacts; lines: readonly KeptLine[] } | 'ended' | undefined> {
      const value = await read(headKey(code));
      if (value === ended) return ended;
      const head = current<Head>(value);
      if (!head) return undefined;
      const { museumId, exhibitionId, room, isPaused, endsAt, lines } = head;
      const isLeaderAway = now() - head.heardAt > leaderAwayMs;
      return { facts: { museumId, exhibitionId, ...(room && { room }), isPaused, endsAt, isLeaderAway }, lines };
    },
  };
}

const newHead = (visitId: string, now: number): Omit<Head, 'museumId' | 'exhibitionId' | 'endsAt' | 'isPaused'> => ({
  ...{ leader: hashOf(visitId), sequence: now, heardAt: now },
  ...{ requests: { used: 0, at: 0 }, crowd: {}, lines: [] },
});

function assertLeader(head: Pick<Head, 'leader'> | undefined, visitId: string): void {
  if (!head) throw new HttpError('not-found');
  if (head.leader !== hashOf(visitId)) throw new HttpError('forbidden');
}

const newCode = () => Array.from({ length: groupCodeLength }, () => groupCodeCharacters[randomInt(groupCodeCharacters.length)]).join('');

/** By its proof, only a leader's device can restore a group that the site has lost. */
function createProofs(keys: GroupsOptions['keys']) {
  const proofsOf = ({ code, endsAt }: Lead, visitId: string) =>
    keys().map((key) => createHmac('sha256', key).update(`group ${code} ${endsAt} ${visitId}`).digest('base64url'));
  return {
    add: (lead: Lead, visitId: string): GroupResponse => ({ ...lead, proof: proofsOf(lead, visitId)[0] ?? '' }),
    check: (lead: Lead, visitId: string, proof: string): boolean =>
      proofsOf(lead, visitId).some((ours) => timingSafeEqual(Buffer.from(ours), Buffer.from(proof))),
  };
}

const countFollowers = (crowd: Head['crowd'], now: number): number =>
  Object.values(crowd).reduce((sum, { count, at }) => sum + (now - at < crowdForgottenMs ? count : 0), 0);

function mergeLines(head: Pick<Head, 'lines' | 'sequence'>, lines: readonly GroupLine[]): Pick<Head, 'lines' | 'sequence'> {
  const merged = new Map(head.lines.map((line) => [line.key, line]));
  let { sequence } = head;
  for (const line of lines) {
    const before = merged.get(line.key);
    const next = { ...line, sequence: sequence + 1, place: before?.place ?? sequence + 1 };
    if (before && isSame(before, { ...next, sequence: before.sequence })) continue;
    sequence += 1;
    merged.set(line.key, next);
  }
  return { lines: [...merged.values()].toSorted((a, b) => a.place - b.place).slice(-groupLimits.kept), sequence };
}

/** The shared state may change the order of fields. */
const isSame = (a: object, b: object) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
