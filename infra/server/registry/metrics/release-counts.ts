import type { Health, MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import {
  type AddedCounts,
  addToTally,
  admitVisit,
  type Counts,
  countOutcome,
  nextVisitMs,
  noCounts,
  noRolloutCounts,
  noTally,
  type Outcomes,
  plus,
  type RolloutCounts,
  type Tally,
  visitMs,
  visitsAtOnce,
} from './counts.ts';

export const hoursCounted = 12;
const hourMs = 60 * 60_000;
const hourOf = (atMs: number) => Math.floor(atMs / hourMs);

/** Counts of hours of the clock in UTC. */
export type Hours = readonly (readonly [hour: number, loads: number, failures: number])[];

/** Counts in the hour of `atMs`; what is older than so many hours before the newest is dropped. */
export function addToHours(hours: Hours, { loads, failures }: Counts, atMs: number, kept = hoursCounted): Hours {
  const hour = hourOf(atMs);
  const [, ofLoads = 0, ofFailures = 0] = hours.find(([at]) => at === hour) ?? [];
  const all = [...hours.filter(([at]) => at !== hour), [hour, ofLoads + loads, ofFailures + failures] as const];
  const newest = Math.max(...all.map(([at]) => at));
  return all.filter(([at]) => at > newest - kept);
}

/** Twelve, the hour that runs and the eleven before it, or as many as are wanted, oldest first. A clock that goes back changes nothing. */
export function readHours(hours: Hours, nowMs: number, wanted = hoursCounted): Counts[] {
  const newest = Math.max(hourOf(nowMs), ...hours.map(([at]) => at));
  const counts = new Map(hours.map(([at, loads, failures]) => [at, { loads, failures }]));
  return Array.from({ length: wanted }, (_, index) => counts.get(newest - wanted + 1 + index) ?? noCounts);
}

export interface MuseumVersion {
  museumId: MuseumKey;
  remote: string;
  version: string;
}

export function keyOf({ museumId, remote, version }: MuseumVersion): string {
  return `${museumId}/${remote}/${version}`;
}

/** What a browser says of a version, and what of the site it concerns. */
export interface CountedReport {
  visit: { id: string; address: string };
  hasFailed: boolean;
  museumVersion: MuseumVersion;
  /** Where that version is pinned: at the museum, or by default. */
  pinnedAt: MuseumVersion;
  /** The rollouts that the visitor has it from. */
  rolloutIds: readonly string[];
  /** Versions it is compared with. */
  beside: readonly MuseumVersion[];
}

/** How it stands once a report is counted. */
export interface Standing {
  /** In the last twelve hours, of the versions of the report. */
  of(museumVersion: MuseumVersion): Counts;
  /** At how many addresses it failed, where it is pinned; more than three are not told apart. */
  failingAddresses: number;
  /** Of its rollouts. */
  ofRollout(id: string): RolloutCounts;
}

/** What of a rollout is stored. */
interface StoredRollout {
  total: Tally;
  remotes: readonly (readonly [remote: string, tally: Tally])[];
}

const healthKey = (museumId: MuseumKey) => `health:${museumId}`;
const releaseKey = (museumVersion: MuseumVersion) => `release:${keyOf(museumVersion)}`;
/** The last addresses at which a version failed, and in which hour. */
const failedKey = (museumVersion: MuseumVersion) => `failed:${keyOf(museumVersion)}`;
type FailedAt = readonly (readonly [address: string, hour: number])[];
const mostFailedAt = 3;
const rolloutKey = (id: string) => `rollout:${id}`;
/** How long each kind of value lasts. A rollout that nobody reports of for a year is over. */
const lastsMs: Readonly<Record<string, number>> = {
  reporter: visitMs,
  'reports-from': visitsAtOnce * nextVisitMs,
  health: hoursCounted * hourMs,
  release: hoursCounted * hourMs,
  failed: hoursCounted * hourMs,
  rollout: 365 * 24 * hourMs,
};

const readRollout = (value: unknown): RolloutCounts => {
  const { total, remotes } = (value ?? { ...noRolloutCounts, remotes: [] }) as StoredRollout;
  return { total, remotes: new Map(remotes) };
};

const hoursIn = (found: ReadonlyMap<string, unknown>, key: string) => (found.get(key) as Hours | undefined) ?? [];

function keysOfReport({ museumVersion, pinnedAt, rolloutIds, beside }: CountedReport) {
  const hours = [museumVersion, pinnedAt].flatMap((one) => [healthKey(one.museumId), releaseKey(one)]);
  return { hours: new Set(hours), rollouts: rolloutIds.map(rolloutKey), beside: beside.map(releaseKey) };
}

/** Counts it in what was found. @returns false when it counts for nothing */
function countReport(found: Map<string, unknown>, report: CountedReport, named: { visit: string; address: string }, now: number): boolean {
  const { hasFailed, museumVersion, rolloutIds } = report;
  const [visitKey, addressKey] = [`reporter:${named.visit}`, `reports-from:${named.address}`];
  let outcomes = found.get(visitKey) as Outcomes | undefined;
  if (!outcomes) {
    const restedAt = admitVisit(found.get(addressKey) as number | undefined, now);
    if (restedAt === undefined) return false;
    found.set(addressKey, restedAt);
  }
  const count = (scope: string): AddedCounts => {
    const counted = countOutcome(outcomes ?? {}, { scope, hasFailed, now });
    ({ outcomes } = counted);
    return counted.added;
  };
  const added = count(keyOf(museumVersion));
  for (const key of keysOfReport(report).hours) found.set(key, addToHours(hoursIn(found, key), added, added.loadedAt));
  if (added.failures > 0) {
    const key = failedKey(report.pinnedAt);
    const others = ((found.get(key) ?? []) as FailedAt).filter(([address]) => address !== named.address);
    found.set(key, [[named.address, hourOf(now)] as const, ...others].slice(0, mostFailedAt));
  }
  for (const id of rolloutIds) {
    const { remote } = museumVersion;
    const { total, remotes } = readRollout(found.get(rolloutKey(id)));
    const ofRemote = addToTally(remotes.get(remote) ?? noTally, count(`${id}/${remote}`), named.address);
    const stored: StoredRollout = {
      total: addToTally(total, count(id), named.address),
      remotes: [...new Map(remotes).set(remote, ofRemote)],
    };
    found.set(rolloutKey(id), stored);
  }
  found.set(visitKey, outcomes);
  return true;
}

export interface ReleaseCountsOptions {
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  /** Makes of a visit or an address a name that says nothing of it. */
  nameOf(text: string): string;
}

/** How the versions of remotes fare at museums, in hours, and rollouts since they started: of all gateways together. */
export type ReleaseCounts = ReturnType<typeof createReleaseCounts>;

export function createReleaseCounts({ kept, clock, nameOf }: ReleaseCountsOptions) {
  async function change<Result>(keys: readonly string[], decide: (found: Map<string, unknown>) => { result: Result; isChanged: boolean }) {
    const each = keys.map((key) => lastsMs[key.slice(0, key.indexOf(':'))] ?? 0);
    try {
      return await kept.change<Result>({
        keys,
        lastsMs: each,
        decide(values) {
          const found = new Map(keys.map((key, at) => [key, values[at]]));
          const { result, isChanged } = decide(found);
          return { result, ...(isChanged && { values: keys.map((key) => found.get(key)) }) };
        },
      });
    } catch (cause) {
      throw new StoreUnavailableError('How releases fare cannot be read or written now; try again later.', { cause });
    }
  }
  const read = <Value>(key: string, parse: (value: unknown) => Value) =>
    change([key], (found) => ({ result: parse(found.get(key)), isChanged: false }));

  return {
    /** @returns undefined for one that counts for nothing: its address has reported of too many visits */
    add(report: CountedReport): Promise<Standing | undefined> {
      const named = { visit: nameOf(report.visit.id), address: nameOf(networkOf(report.visit.address)) };
      const { hours, rollouts, beside } = keysOfReport(report);
      const failed = failedKey(report.pinnedAt);
      const keys = [`reporter:${named.visit}`, `reports-from:${named.address}`, ...hours, failed, ...rollouts, ...beside];
      return change([...new Set(keys)], (found) => {
        const now = clock.now();
        if (!countReport(found, report, named, now)) return { result: undefined, isChanged: false };
        const of = (one: MuseumVersion) => readHours(hoursIn(found, releaseKey(one)), now).reduce(plus, noCounts);
        const failedAt = ((found.get(failed) ?? []) as FailedAt).filter(([, hour]) => hour > hourOf(now) - hoursCounted);
        const ofRollout = (id: string) => readRollout(found.get(rolloutKey(id)));
        return { result: { of, failingAddresses: failedAt.length, ofRollout }, isChanged: true };
      });
    },
    /** Of a museum, `*` of all who get the default, over all remotes and versions. */
    healthOf: (museumId: MuseumKey): Promise<Health> =>
      read(healthKey(museumId), (value) => {
        const hours = readHours((value as Hours | undefined) ?? [], clock.now());
        return { ...hours.reduce(plus, noCounts), hours };
      }),
    ofRollout: (id: string): Promise<Counts> =>
      read(rolloutKey(id), (value) => {
        const { loads, failures } = readRollout(value).total;
        return { loads, failures };
      }),
  };
}

/** Of an address whose visits are counted together. Who has one network of IPv6 has 65,536 for the asking. */
function networkOf(address: string): string {
  return address.endsWith('::/64') ? address.split(':', 3).join(':') : address;
}
