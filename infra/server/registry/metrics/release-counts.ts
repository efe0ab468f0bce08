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

type Found = Map<string, unknown>;
const hoursIn = (found: Found, key: string) => (found.get(key) ?? []) as Hours;
const rolloutIn = (found: Found, id: string) => (found.get(rolloutKey(id)) ?? noRolloutCounts) as RolloutCounts;
const histogramsIn = (found: Found, key: string) => (found.get(key) ?? noHistograms) as Histograms;
const failedIn = (found: Found, key: string) => (found.get(key) ?? []) as FailedAt;

function keysOfReport({ museumVersion, pinnedAt, rollouts, said }: CountedReport) {
  const everywhere: MuseumVersion = { ...museumVersion, museumId: '*' };
  return {
    hours: new Set([healthKey(museumVersion.museumId), healthKey(pinnedAt.museumId), releaseKey(pinnedAt)]),
    vitals: said.vitals ? new Set([museumVersion, everywhere].map(vitalsKey)) : [],
    rollouts: rollouts.map(({ id }) => rolloutKey(id)),
  };
}

interface Counting {
  found: Found;
  report: CountedReport;
  /** Names that identify neither the visit nor its origin. */
  named: { visit: string; address: string; network: string };
  now: number;
  /** Includes this report. */
  outcomes: Outcomes;
}

/** @returns false if the report does not count */
function countReport(counting: Omit<Counting, 'outcomes'>): boolean {
  const { found, report, named, now } = counting;
  const [visitKey, addressKey] = [`reporter:${named.visit}`, `reports-from:${named.address}`];
  const before = found.get(visitKey) as Outcomes | undefined;
  // Timings count only from a visit that loaded the version.
  if (report.said.hasFailed === undefined && !before?.[keyOf(report.museumVersion)]) return false;
  const budget = before ? undefined : takeFrom(found.get(addressKey), visitsOfAddress, { amount: 1, at: now });
  if (!before && !budget) return false;
  if (budget) found.set(addressKey, budget);
  const whole: Counting = { ...counting, outcomes: before ?? {} };
  countForMuseum(whole);
  for (const rollout of report.rollouts) countForRollout(whole, rollout);
  found.set(visitKey, whole.outcomes);
  return true;
}

/** Each counts once for a visit. */
function count(counting: Counting, scope: string, hasFailed = counting.report.said.hasFailed): AddedCounts {
  const { now } = counting;
  if (hasFailed === undefined) return { ...noCounts, loadedAt: now };
  const counted = countOutcome(counting.outcomes, { scope, hasFailed, now });
  counting.outcomes = counted.outcomes;
  return counted.added;
}

const feelsFirst = (counting: Counting, scope: string) => count(counting, `${scope}/vitals`, false).loads > 0;

function countForMuseum(counting: Counting): void {
  const { found, report, named, now } = counting;
  const { museumVersion, pinnedAt, said } = report;
  const { hours, vitals } = keysOfReport(report);
  const added = count(counting, keyOf(museumVersion));
  if (said.hasFailed !== undefined) for (const key of hours) found.set(key, addToHours(hoursIn(found, key), added, added.loadedAt));
  if (added.failures > 0) {
    const others = failedIn(found, failedKey(pinnedAt)).filter(([address]) => address !== named.address);
    found.set(failedKey(pinnedAt), [[named.address, hourOf(now)] as const, ...others].slice(0, mostFailedAt));
  }
  if (said.vitals && feelsFirst(counting, keyOf(museumVersion)))
    for (const key of vitals) found.set(key, addFigures(histogramsIn(found, key), said.vitals));
}

function countForRollout(counting: Counting, { id, isNew, share }: RolloutOfVisit): void {
  const { found, report, named, now } = counting;
  const { museumVersion, said } = report;
  const { remote } = museumVersion;
  const scope = `${id}/${remote}/${isNew}`;
  // Timings count only from a visit that loaded the version within the rollout.
  if (said.hasFailed === undefined && !counting.outcomes[scope]) return;
  const { loads, failures } = count(counting, scope);
  const usableMs = said.vitals && feelsFirst(counting, scope) ? said.vitals.usableMs : undefined;
  const rollout = rolloutIn(found, id);
  const before = rollout.remotes[remote] ?? noComparison;
  const total = isNew ? count(counting, id) : noCounts;
  const step = rollout.step.share === share ? rollout.step : { share, since: now, visits: 0 };
  const counted: RolloutCounts = {
    total: plus(rollout.total, total),
    remotes: {
      ...rollout.remotes,
      [remote]: addToComparison(before, { loads, failures, usableMs }, { isNew, network: named.network }),
    },
    step: { ...step, visits: step.visits + total.loads },
  };
  found.set(rolloutKey(id), counted);
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
    add(report: CountedReport): Promise<Standing | undefined> {
      const { id, address } = report.visit;
      const named = { visit: nameOf(id), address: nameOf(ownedBy(address)), network: nameOf(networkOf(address)) };
      const { hours, vitals, rollouts } = keysOfReport(report);
      const failed = failedKey(report.pinnedAt);
      const keys = [`reporter:${named.visit}`, `reports-from:${named.address}`, ...hours, ...vitals, failed, ...rollouts];
      return change([...new Set(keys)], (found) => {
        const now = clock.now();
        if (!countReport({ found, report, named, now })) return { result: undefined, isChanged: false };
        const failedAt = failedIn(found, failed).filter(([, hour]) => hour > hourOf(now) - hoursCounted);
        const pinned = readHours(hoursIn(found, releaseKey(report.pinnedAt)), now).reduce(plus, noCounts);
        return { result: { pinned, failingAddresses: failedAt.length, ofRollout: (id: string) => rolloutIn(found, id) }, isChanged: true };
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
