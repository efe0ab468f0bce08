import { isIPv4 } from 'node:net';
import type { Health, MuseumKey, VersionVitals } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { takeFrom } from '../../shared-state/budget.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { type AddedCounts, type Counts, countOutcome, noCounts, type Outcomes, plus, visitMs, visitsOfAddress } from './counts.ts';
import { addFigures, type Histograms, noHistograms, summarizeFigures } from './figures.ts';
import { addToComparison, type Comparison, noComparison } from './halting-rule.ts';

export const hoursCounted = 12;
const hourMs = 60 * 60_000;
const hourOf = (atMs: number) => Math.floor(atMs / hourMs);

export type Hours = readonly (readonly [hour: number, loads: number, failures: number])[];

/** Drops hours that are `kept` hours or more before the newest. */
export function addToHours(hours: Hours, { loads, failures }: Counts, atMs: number, kept = hoursCounted): Hours {
  const hour = hourOf(atMs);
  const [, ofLoads = 0, ofFailures = 0] = hours.find(([at]) => at === hour) ?? [];
  const all = [...hours.filter(([at]) => at !== hour), [hour, ofLoads + loads, ofFailures + failures] as const];
  const newest = Math.max(...all.map(([at]) => at));
  return all.filter(([at]) => at > newest - kept);
}

/** Oldest first. A clock that is set back changes nothing. */
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

/** `hasFailed` for a load of a version, or timings of a version that was loaded before. */
export interface Said {
  hasFailed?: boolean;
  vitals?: ScreenVitals | undefined;
}

export interface RolloutOfVisit {
  id: string;
  isNew: boolean;
  /** The share of the rollout, 0 to 1. */
  share: number;
}

interface CountedReport {
  visit: { id: string; address: string };
  said: Said;
  museumVersion: MuseumVersion;
  /** The museum, or the default. */
  pinnedAt: MuseumVersion;
  rollouts: readonly RolloutOfVisit[];
}

export interface RolloutCounts {
  /** Visits that loaded any of the rollout's versions, and visits in which any of the versions failed. */
  total: Counts;
  remotes: Readonly<Record<string, Comparison>>;
  /** The share at the last visit, the time since when the share holds, and the visits since then. */
  step: { share: number; since: number; visits: number };
}

const noRolloutCounts: RolloutCounts = { total: noCounts, remotes: {}, step: { share: 0, since: 0, visits: 0 } };

export interface Standing {
  /** Of the pinned version, in the last twelve hours. */
  pinned: Counts;
  /** The number of addresses at which the pinned version failed, up to three. */
  failingAddresses: number;
  ofRollout(id: string): RolloutCounts;
}

const healthKey = (museumId: MuseumKey) => `health:${museumId}`;
const releaseKey = (museumVersion: MuseumVersion) => `release:${keyOf(museumVersion)}`;
const failedKey = (museumVersion: MuseumVersion) => `failed:${keyOf(museumVersion)}`;
type FailedAt = readonly (readonly [address: string, hour: number])[];
const mostFailedAt = 3;
const rolloutKey = (id: string) => `rollout:${id}`;
const vitalsKey = (museumVersion: MuseumVersion) => `vitals:${keyOf(museumVersion)}`;
/** After a value's last change. */
const lastsMs: Readonly<Record<string, number>> = {
  reporter: visitMs,
  'reports-from': visitsOfAddress.fillsInMs,
  health: hoursCounted * hourMs,
  release: hoursCounted * hourMs,
  failed: hoursCounted * hourMs,
  rollout: 365 * 24 * hourMs,
  vitals: 30 * 24 * hourMs,
};

/** Stored values by key. */
type Found = Map<string, unknown>;
const hoursIn = (found: Found, key: string) => (found.get(key) ?? []) as Hours;
const rolloutIn = (found: Found, id: string) => (found.get(rolloutKey(id)) ?? noRolloutCounts) as RolloutCounts;
const histogramsIn = (found: Found, key: string) => (found.get(key) ?? noHistograms) as Histograms;
const failedIn = (found: Found, key: string) => (found.get(key) ?? []) as FailedAt;

interface Visit {
  /** Includes what `count` added. */
  outcomes: Outcomes;
  said: Said;
  remote: string;
  /** Names that reveal neither address nor network. */
  origin: string;
  network: string;
  now: number;
}

/** Each scope counts once for a visit. */
function count(visit: Visit, scope: string, hasFailed = visit.said.hasFailed): AddedCounts {
  if (hasFailed === undefined) return { ...noCounts, loadedAt: visit.now };
  const { outcomes, added } = countOutcome(visit.outcomes, { scope, hasFailed, now: visit.now });
  visit.outcomes = outcomes;
  return added;
}

/** Undefined if the visit felt the scope before. */
const feelFirst = (visit: Visit, scope: string) =>
  visit.said.vitals && count(visit, `${scope}/vitals`, false).loads > 0 ? visit.said.vitals : undefined;

interface MuseumKeys {
  /** Of the version. */
  scope: string;
  hours: readonly string[];
  vitals: readonly string[];
  failed: string;
}

function countForMuseum(visit: Visit, found: Found, { scope, hours, vitals, failed }: MuseumKeys): void {
  const added = count(visit, scope);
  if (visit.said.hasFailed !== undefined) for (const key of hours) found.set(key, addToHours(hoursIn(found, key), added, added.loadedAt));
  const others = failedIn(found, failed).filter(([origin]) => origin !== visit.origin);
  if (added.failures > 0) found.set(failed, [[visit.origin, hourOf(visit.now)] as const, ...others].slice(0, mostFailedAt));
  const felt = feelFirst(visit, scope);
  if (felt) for (const key of vitals) found.set(key, addFigures(histogramsIn(found, key), felt));
}

function countForRollout(visit: Visit, before: RolloutCounts, { id, isNew, share }: RolloutOfVisit): RolloutCounts {
  const { remote, network } = visit;
  const scope = `${id}/${remote}/${isNew}`;
  // Timings count only from a visit that loaded the version within the rollout.
  if (visit.said.hasFailed === undefined && !visit.outcomes[scope]) return before;
  const { loads, failures } = count(visit, scope);
  const seen = { loads, failures, usableMs: feelFirst(visit, scope)?.usableMs };
  const total = isNew ? count(visit, id) : noCounts;
  const step = before.step.share === share ? before.step : { share, since: visit.now, visits: 0 };
  const compared = addToComparison(before.remotes[remote] ?? noComparison, seen, { isNew, network });
  return {
    total: plus(before.total, total),
    remotes: { ...before.remotes, [remote]: compared },
    step: { ...step, visits: step.visits + total.loads },
  };
}

export interface ReleaseCountsOptions {
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  nameOf(text: string): string;
}

/** All gateways count together: versions at museums by hour, and rollouts since their start. */
export function createReleaseCounts({ kept, clock, nameOf }: ReleaseCountsOptions) {
  async function change<Result>(keys: readonly string[], decide: (found: Found) => { result: Result; isChanged: boolean }) {
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
      throw new StoreUnavailableError('Figures of releases cannot be read or written now; try again later.', { cause });
    }
  }
  const read = <Result>(keys: readonly string[], parse: (found: Found) => Result) =>
    change(keys, (found) => ({ result: parse(found), isChanged: false }));

  return {
    /** @returns undefined if the report does not count: its address has too many visits, or its version was not loaded before */
    add({ visit: { id, address }, said, museumVersion, pinnedAt, rollouts }: CountedReport): Promise<Standing | undefined> {
      const [origin, network] = [nameOf(ownedBy(address)), nameOf(networkOf(address))];
      const [visitKey, addressKey] = [`reporter:${nameOf(id)}`, `reports-from:${origin}`];
      const [scope, failed] = [keyOf(museumVersion), failedKey(pinnedAt)];
      const hours = [...new Set([healthKey(museumVersion.museumId), healthKey(pinnedAt.museumId), releaseKey(pinnedAt)])];
      const vitals = said.vitals ? [...new Set([museumVersion, { ...museumVersion, museumId: '*' }].map(vitalsKey))] : [];
      /** Undefined if the address has too many visits. */
      const begin = (found: Found, at: number): Outcomes | undefined => {
        const budget = takeFrom(found.get(addressKey), visitsOfAddress, { amount: 1, at });
        found.set(addressKey, budget);
        return budget && {};
      };
      return change([visitKey, addressKey, ...hours, ...vitals, failed, ...rollouts.map((one) => rolloutKey(one.id))], (found) => {
        const now = clock.now();
        const outcomes = (found.get(visitKey) as Outcomes | undefined) ?? begin(found, now);
        // Timings count only from a visit that loaded the version.
        if (!outcomes || (said.hasFailed === undefined && !outcomes[scope])) return { result: undefined, isChanged: false };
        const visit: Visit = { outcomes, said, remote: museumVersion.remote, origin, network, now };
        countForMuseum(visit, found, { scope, hours, vitals, failed });
        for (const rollout of rollouts) found.set(rolloutKey(rollout.id), countForRollout(visit, rolloutIn(found, rollout.id), rollout));
        found.set(visitKey, visit.outcomes);
        const pinned = readHours(hoursIn(found, releaseKey(pinnedAt)), now).reduce(plus, noCounts);
        const failingAddresses = failedIn(found, failed).filter(([, hour]) => hour > hourOf(now) - hoursCounted).length;
        return { result: { pinned, failingAddresses, ofRollout: (one: string) => rolloutIn(found, one) }, isChanged: true };
      });
    },
    /** Over all remotes and versions. `*` stands for all museums with the default. */
    healthOf: (museumId: MuseumKey): Promise<Health> =>
      read([healthKey(museumId)], (found) => {
        const hours = readHours(hoursIn(found, healthKey(museumId)), clock.now());
        return { ...hours.reduce(plus, noCounts), hours };
      }),
    ofRollout: (id: string): Promise<Counts> => read([rolloutKey(id)], (found) => rolloutIn(found, id).total),
    /** Versions with any measured visit. `*` stands for all museums together. */
    vitalsOf: (museumId: MuseumKey, remote: string, versions: readonly string[]): Promise<VersionVitals[]> => {
      const keys = versions.map((version) => vitalsKey({ museumId, remote, version }));
      return read(keys, (found) => keys.flatMap((key, at) => summarizeFigures(versions[at] ?? '', histogramsIn(found, key)) ?? []));
    },
  };
}

/** An IPv4 address, or an IPv6 /48 network, which contains 65,536 /64 networks. */
function ownedBy(address: string): string {
  return address.endsWith('::/64') ? address.split(':', 3).join(':') : address;
}

/** IPv4 /24, IPv6 /48. */
function networkOf(address: string): string {
  return isIPv4(address) ? address.split('.', 3).join('.') : ownedBy(address);
}
