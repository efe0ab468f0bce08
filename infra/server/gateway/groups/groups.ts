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
import { HttpError } from '../../http/http-error.ts';
import type { Keys } from '../../http/key-files.ts';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type Bucket, type BucketRules, fullBucket, waitFor, withdrawFrom } from '../spending/bucket.ts';

/** What is known of a group, without its lines. */
interface Head extends Omit<GroupFacts, 'isLeaderAway'> {
  /** A hash of the visit that leads. */
  leader: string;
  /** Of the last line. It begins with the time, so that it goes up where the group was lost meanwhile. */
  sequence: number;
  /** When the leader's device was last heard of. */
  heardAt: number;
  /** What its requests have left. */
  requests: Bucket;
}
/** All that is left of a group that its leader has ended. */
interface EndedHead {
  isEnded: true;
}

/** The one group of a visit. */
interface Lead {
  code: string;
  endsAt: number;
}

export interface KeptLine extends GroupLine {
  /** Goes up with each change; the line keeps its `place`. */
  sequence: number;
  place: number;
}

/** How many follow at each gateway, as it last said. */
type Crowd = Record<string, { count: number; at: number }>;

/** How often a gateway says how many follow, and after what silence it has none. */
export const crowdMs = { told: 10_000, forgotten: 30_000 } as const;
/** A leader's device says every ten seconds that it is there. */
const leaderAwayMs = 25_000;
/** So long followers who come back are told that it has ended, and not that there is none. */
const endedMs = 10 * 60_000;

const minuteMs = 60_000;
/** One museum's visitors come from one address. */
const startsOfAddress: BucketRules = { capacity: 60, fillsInMs: 60 * minuteMs };
/** Codes that no group has. */
const triesOfAddress: BucketRules = { capacity: 600, fillsInMs: 10 * minuteMs };
const requestsOfLeader: BucketRules = { capacity: 60, fillsInMs: 20_000 };

interface GroupsOptions {
  state: SharedState;
  /** Of visits: the first proves who leads, what those after it have proved counts, too. */
  keys(): Keys<Buffer>;
  clock: Clock;
  /** Makes of an address a name that says nothing of it. */
  nameOf(address: string): string;
}

interface Leader {
  /** Of the signed visit. */
  id: string;
  address: string;
}

/**
 * Groups that follow a visit, as every gateway of the site sees them: no follower and no leader needs to come to the same
 * one again. A site of one process keeps them in its memory alone, and not in its file, so that nothing of them is ever on a
 * disk; after a restart the leader's next request brings the group back.
 */
export type Groups = ReturnType<typeof createGroups>;

export function createGroups({ state: siteState, keys: visitKeys, clock, nameOf }: GroupsOptions) {
  const state = siteState.isShared ? siteState : createMemoryState({ clock });
  const keysOf = (code: string) => ({ head: `group:${code}`, lines: `group-lines:${code}`, crowd: `group-crowd:${code}` });
  const leadKey = (visitId: string) => `group-of:${hashOf(visitId)}`;
  const now = () => clock.now();
  const findHead = (value: unknown): Head | undefined => {
    const head = isEnded(value) ? undefined : (value as Head | undefined);
    return head && head.endsAt > now() ? head : undefined;
  };
  const findLead = (value: unknown): Lead | undefined => {
    const lead = value as Lead | undefined;
    return lead && lead.endsAt > now() ? lead : undefined;
  };
  const proofsOf = ({ code, endsAt }: Lead, visitId: string) =>
    visitKeys().map((key) => createHmac('sha256', key).update(`group ${code} ${endsAt} ${visitId}`).digest('base64url'));
  const withProof = (lead: Lead, visitId: string): GroupResponse => ({ ...lead, proof: proofsOf(lead, visitId)[0] ?? '' });
  const isProof = (lead: Lead, visitId: string, proof: string) =>
    proofsOf(lead, visitId).some((ours) => timingSafeEqual(Buffer.from(ours), Buffer.from(proof)));
  /** What one gateway knows alone says nothing of the others, and would be lost afterwards. */
  const assertShared = () => {
    if (state.problem() !== undefined) throw new HttpError('busy', { reason: 'the shared state cannot be reached', retryAfterSeconds: 5 });
  };
  const describe = ({ museumId, exhibitionId, room, isPaused, endsAt, heardAt }: Head): GroupFacts => ({
    museumId,
    exhibitionId,
    ...(room && { room }),
    isPaused,
    endsAt,
    isLeaderAway: now() - heardAt > leaderAwayMs,
  });
  /** @returns seconds to wait; 0 when one was taken */
  const withdraw = (key: string, rules: BucketRules) =>
    state.change<number>({
      keys: [key],
      lastsMs: rules.fillsInMs ?? minuteMs,
      decide([value]) {
        const left = withdrawFrom(bucketOf(value), rules, { amount: 1, at: now() });
        return left ? { result: 0, values: [left] } : { result: secondsUntil(value, rules) };
      },
    });
  const secondsUntil = (value: unknown, rules: BucketRules) => Math.ceil(waitFor(bucketOf(value), rules, { amount: 1, at: now() }) / 1000);
  const read = <Value>(key: string) =>
    state.change<Value | undefined>({ keys: [key], lastsMs: 1, decide: ([value]) => ({ result: value as Value | undefined }) });

  async function end(code: string, visitId: string): Promise<void> {
    const keys = keysOf(code);
    await state.change({
      keys: [keys.head, keys.lines, keys.crowd, leadKey(visitId)],
      lastsMs: endedMs,
      decide([value]) {
        const head = findHead(value);
        if (!head) throw new HttpError('not-found');
        if (head.leader !== hashOf(visitId)) throw new HttpError('forbidden');
        return { result: undefined, values: [{ isEnded: true } satisfies EndedHead, undefined, undefined, undefined] };
      },
    });
  }

  return {
    problem: () => state.problem(),

    /** The group that a visit leads; a new one where it leads none. */
    async start({ id, address }: Leader, about: Pick<Head, 'museumId' | 'exhibitionId'>): Promise<GroupResponse> {
      assertShared();
      const lead = leadKey(id);
      const known = findLead(await read(lead));
      if (known) return withProof(known, id);
      const wait = await withdraw(`group-starts:${nameOf(address)}`, startsOfAddress);
      if (wait > 0) throw new HttpError('too-many', { reason: 'too many groups began at one address', retryAfterSeconds: wait });
      for (;;) {
        const code = newCode();
        const endsAt = now() + groupLimits.lifeMs;
        const head: Head = { ...about, leader: hashOf(id), endsAt, sequence: now(), isPaused: false, heardAt: now(), requests: fullBucket };
        const started = await state.change<Lead | undefined>({
          keys: [lead, keysOf(code).head],
          lastsMs: groupLimits.lifeMs,
          decide([value, taken]) {
            const other = findLead(value);
            if (other || taken !== undefined) return { result: other };
            return { result: { code, endsAt }, values: [{ code, endsAt }, head] };
          },
        });
        if (started) return withProof(started, id);
      }
    },

    /** @returns how many follow @throws HttpError `not-found`, `forbidden`, `too-many` */
    async publish(code: string, leader: { id: string; museumId: string }, { endsAt, proof, lines, ...facts }: GroupLinesRequest) {
      assertShared();
      const keys = keysOf(code);
      const lead = { code, endsAt };
      const isProved = endsAt > now() && endsAt <= now() + groupLimits.lifeMs && isProof(lead, leader.id, proof);
      if (!isProved) throw new HttpError('forbidden');
      const lastsMs = Math.max(1, endsAt - now());
      return state.change<number>({
        keys: [keys.head, keys.lines, keys.crowd, leadKey(leader.id)],
        lastsMs: [lastsMs, lastsMs, crowdMs.forgotten, lastsMs],
        decide([value, kept, crowd]) {
          if (isEnded(value)) throw new HttpError('not-found');
          // The site was started anew, or what it shares was.
          const head = findHead(value) ?? { leader: hashOf(leader.id), sequence: now(), requests: fullBucket };
          if (head.leader !== hashOf(leader.id)) throw new HttpError('forbidden');
          const requests = withdrawFrom(head.requests, requestsOfLeader, { amount: 1, at: now() });
          if (!requests) throw new HttpError('too-many', { reason: 'a leader sends too often', retryAfterSeconds: 1 });
          const merged = mergeLines((kept ?? []) as KeptLine[], facts.isPaused ? [] : lines, head.sequence);
          const next: Head = {
            ...facts,
            leader: head.leader,
            museumId: leader.museumId,
            endsAt,
            sequence: merged.sequence,
            heardAt: now(),
            requests,
          };
          return { result: countFollowers(crowd, now()), values: [next, merged.lines, crowd, lead] };
        },
      });
    },

    end,

    /** Whatever group a visit leads, when it is forgotten. */
    async endOf(visitId: string): Promise<void> {
      const lead = findLead(await read(leadKey(visitId)));
      if (lead) await end(lead.code, visitId).catch(() => undefined);
    },

    /** Counts one more, or none where there are as many as may. @throws HttpError `not-found`, `expired`, `busy`, `too-many` */
    async join(code: string, { address, gateway, count }: { address: string; gateway: string; count: number }): Promise<void> {
      assertShared();
      const tries = `group-tries:${nameOf(address)}`;
      // Right codes, too, while somebody guesses: otherwise the guesses would go on.
      const wait = secondsUntil(await read(tries), triesOfAddress);
      if (wait > 0) throw new HttpError('too-many', { reason: 'codes are guessed', retryAfterSeconds: wait });
      const keys = keysOf(code);
      const known = findHead(await read(keys.head));
      const found = await state.change<'joined' | 'full' | 'ended' | 'none'>({
        keys: [keys.crowd, keys.head],
        lastsMs: [crowdMs.forgotten, Math.max(1, (known?.endsAt ?? 0) - now())],
        decide([crowd, value]) {
          if (!findHead(value)) return { result: value === undefined ? 'none' : 'ended' };
          const others = { ...((crowd ?? {}) as Crowd) };
          delete others[gateway];
          if (countFollowers(others, now()) + count > groupLimits.followers) return { result: 'full' };
          return { result: 'joined', values: [{ ...others, [gateway]: { count, at: now() } }, value] };
        },
      });
      if (found === 'full') throw new HttpError('busy', { reason: 'as many follow as may', retryAfterSeconds: 30 });
      if (found === 'ended') throw new HttpError('expired');
      if (found === 'joined') return;
      await withdraw(tries, triesOfAddress);
      throw new HttpError('not-found', { reason: 'no group has this code' });
    },

    /** Says how many follow at one gateway. */
    async count(code: string, gateway: string, count: number): Promise<void> {
      await state.change({
        keys: [keysOf(code).crowd],
        lastsMs: crowdMs.forgotten,
        decide([crowd]) {
          const { [gateway]: _, ...others } = (crowd ?? {}) as Crowd;
          const next = count > 0 ? { ...others, [gateway]: { count, at: now() } } : others;
          return { result: undefined, values: [Object.keys(next).length > 0 ? next : undefined] };
        },
      });
    },

    /** `ended`, by its leader; undefined where nothing is known of it (any more). */
    async read(code: string): Promise<{ facts: GroupFacts; sequence: number } | 'ended' | undefined> {
      const value = await read(keysOf(code).head);
      const head = findHead(value);
      return head ? { facts: describe(head), sequence: head.sequence } : isEnded(value) ? 'ended' : undefined;
    },

    readLines: async (code: string): Promise<readonly KeptLine[]> => (await read<KeptLine[]>(keysOf(code).lines)) ?? [],
  };
}

const isEnded = (value: unknown): value is EndedHead => typeof value === 'object' && value !== null && 'isEnded' in value;

const hashOf = (visitId: string) => createHash('sha256').update(visitId).digest('base64url');

const newCode = () => Array.from({ length: groupCodeLength }, () => groupCodeCharacters[randomInt(groupCodeCharacters.length)]).join('');

const bucketOf = (value: unknown): Bucket => (value as Bucket | undefined) ?? fullBucket;

const countFollowers = (crowd: unknown, at: number): number =>
  Object.values((crowd ?? {}) as Crowd).reduce((sum, each) => sum + (at - each.at < crowdMs.forgotten ? each.count : 0), 0);

/** Puts lines to those that are kept: a new one gets the next place, one that has changed stays in its own. */
export function mergeLines(kept: readonly KeptLine[], lines: readonly GroupLine[], last: number): { lines: KeptLine[]; sequence: number } {
  const merged = new Map(kept.map((line) => [line.key, line]));
  let sequence = last;
  for (const line of lines) {
    const before = merged.get(line.key);
    const next = { ...line, sequence: sequence + 1, place: before?.place ?? sequence + 1 };
    if (before && isSame(before, { ...next, sequence: before.sequence })) continue;
    sequence += 1;
    merged.set(line.key, next);
  }
  return { lines: [...merged.values()].toSorted((a, b) => a.place - b.place).slice(-groupLimits.kept), sequence };
}

/** Whatever order their fields have: one came by way of the shared state. */
const isSame = (a: object, b: object) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
