import { createHash } from 'node:crypto';
import { type GroupFacts, type GroupLine, groupLimits } from '@enfilade/shared-contracts/api/group';
import type { Budget } from '../spending/budget.ts';

/** What is known of a group, without its lines. Times are ms since the epoch. */
export interface Head extends Omit<GroupFacts, 'isLeaderAway'> {
  /** A hash of the visit that leads. */
  leader: string;
  /** Of the last line. It begins with the time, so that it goes up where the group was lost meanwhile. */
  sequence: number;
  /** When the leader's device was last heard of. */
  heardAt: number;
  /** What its requests have left. */
  requests: Budget;
}

/** All that is left of a group that its leader has ended. */
export interface EndedHead {
  isEnded: true;
}

/** The one group of a visit. */
export interface Lead {
  code: string;
  endsAt: number;
}

export interface KeptLine extends GroupLine {
  /** Goes up with each change; the line keeps its `place`. */
  sequence: number;
  place: number;
}

/** How many follow at each gateway, as it last said. */
export type Crowd = Record<string, { count: number; at: number }>;

/** How often a gateway says how many follow, and after what silence it has none. */
export const crowdMs = { told: 10_000, forgotten: 30_000 } as const;
/** A leader's device says every ten seconds that it is there. */
const leaderAwayMs = 25_000;

export const keysOf = (code: string) => ({ head: `group:${code}`, lines: `group-lines:${code}`, crowd: `group-crowd:${code}` });
export const hashOf = (visitId: string): string => createHash('sha256').update(visitId).digest('base64url');
export const leadKey = (visitId: string): string => `group-of:${hashOf(visitId)}`;

export const isEnded = (value: unknown): value is EndedHead => typeof value === 'object' && value !== null && 'isEnded' in value;

export function findHead(value: unknown, now: number): Head | undefined {
  const head = isEnded(value) ? undefined : (value as Head | undefined);
  return head && head.endsAt > now ? head : undefined;
}

export function findLead(value: unknown, now: number): Lead | undefined {
  const lead = value as Lead | undefined;
  return lead && lead.endsAt > now ? lead : undefined;
}

export const describe = ({ museumId, exhibitionId, room, isPaused, endsAt, heardAt }: Head, now: number): GroupFacts => ({
  museumId,
  exhibitionId,
  ...(room && { room }),
  isPaused,
  endsAt,
  isLeaderAway: now - heardAt > leaderAwayMs,
});

/** The crowd once a gateway has so many; undefined where nobody follows. */
export function countAt(crowd: unknown, gateway: string, entry: Crowd[string]): Crowd | undefined {
  const { [gateway]: _, ...others } = (crowd ?? {}) as Crowd;
  const next = entry.count > 0 ? { ...others, [gateway]: entry } : others;
  return Object.keys(next).length > 0 ? next : undefined;
}

export const countFollowers = (crowd: unknown, now: number): number =>
  Object.values((crowd ?? {}) as Crowd).reduce((sum, { count, at }) => sum + (now - at < crowdMs.forgotten ? count : 0), 0);

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
