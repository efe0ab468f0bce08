import type { MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { reaches } from '../choosing/choose-versions.ts';
import { isInShare } from '../choosing/rollout-bucket.ts';
import type { Registry } from '../registry.ts';
import type { Log } from '../state/log.ts';
import { entryFile } from '../state/releases.ts';
import { createAllRolloutCounts, createVisitAdmission, createVisitCounts, noCounts, type RolloutCounts } from './counts.ts';
import { type Comparison, failsTooOften, mustHalt } from './halt-rule.ts';
import { createReleaseCounts, keyOf, type MuseumVersion, type ReleaseCounts } from './release-counts.ts';

/** The journal's name for what the site does by itself. */
const actor = 'watch';

const hourMs = 60 * 60_000;
const mostKeys = 1_000;

/** Says of a key whether an hour has passed since it last said so, so that a lasting problem does not fill the log. */
function createOnceAnHour(clock: Clock): (key: string) => boolean {
  const saidAt = new LRUCache<string, number>({ max: mostKeys });
  return (key) => {
    const isDue = clock.now() - (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) >= hourMs;
    if (isDue) saidAt.set(key, clock.now());
    return isDue;
  };
}

interface RolloutGuardOptions {
  registry: Pick<Registry, 'haltRollout' | 'listRollouts' | 'releaseSet'>;
  releases: Pick<ReleaseCounts, 'of'>;
  countsOf(rolloutId: string): RolloutCounts;
  clock: Clock;
  log: Log;
}

function createRolloutGuard({ registry, releases, countsOf, clock, log }: RolloutGuardOptions) {
  const underway = new Map<string, Promise<void>>();
  const isDue = createOnceAnHour(clock);

  /** With the stable version of the rollout's own museum, or of the default: over the same visitors, as far as they are not in it. */
  function compare({ id, museumId, versions }: RolloutSummary): Map<string, Comparison> {
    const { remotes } = countsOf(id);
    const stable = registry.releaseSet(museumId).remotes;
    const comparisons = Object.entries(versions).map(([remote, version]): [string, Comparison] => {
      const other = stable[remote]?.version;
      const hasOther = other !== undefined && other !== version;
      const stableCounts = hasOther ? releases.of({ museumId, remote, version: other }) : undefined;
      return [remote, { rolledOut: remotes.get(remote) ?? noCounts, stable: stableCounts }];
    });
    return new Map(comparisons);
  }

  /** Never rejects. */
  async function halt({ id, museumId }: RolloutSummary, numbers: object): Promise<void> {
    try {
      await registry.haltRollout({ museumId, id, reason: 'failures', actor });
      log.warn(numbers, 'a rollout failed too often and was halted');
    } catch (error) {
      // An operator or another gateway may have halted it first.
      if (!isRunning(museumId, id) || !isDue(id)) return;
      log.error({ ...numbers, err: error }, 'a rollout fails too often and cannot be halted now; the next report tries again');
    }
  }

  const isRunning = (museumId: RolloutSummary['museumId'], id: string) =>
    registry.listRollouts(museumId).some((one) => one.id === id && one.halted === null);

  return {
    /** Begins to halt a running rollout that must; does nothing while that is under way. A failed halt is for the next judgement to repeat. */
    check(rollout: RolloutSummary) {
      const { id, museumId, versions } = rollout;
      if (underway.has(id)) return;
      const { total } = countsOf(id);
      const comparisons = compare(rollout);
      if (!mustHalt(total, [...comparisons.values()])) return;
      const numbers = { rollout: id, museumId, versions, ...total, remotes: Object.fromEntries(comparisons) };
      underway.set(
        id,
        halt(rollout, numbers).finally(() => underway.delete(id)),
      );
    },
    /** After the halts under way; none of them rejects. */
    async close() {
      await Promise.all(underway.values());
    },
  };
}

type Report = ReportsRequest['reports'][number];

/** What a browser reported of a version; none of it but its visit can be verified. */
export interface BrowserReport {
  /** Undefined on a page without a museum, which runs the default. */
  museumId: MuseumKey | undefined;
  /** Undefined where it came without a signed one: then nothing of it counts. */
  visit: { id: string; address: string; visitorId: string | undefined } | undefined;
  report: Pick<Report, 'remote' | 'version' | 'kind'>;
}

/** Counts what browsers report and halts rollouts that fail. Every process has counts of its own, in memory. */
export type ReleaseMetrics = ReturnType<typeof createReleaseMetrics>;

export interface ReleaseMetricsOptions {
  registry: Pick<Registry, 'artifact' | 'haltRollout' | 'hasFailed' | 'listRollouts' | 'markFailed' | 'ownPins' | 'releaseSet'>;
  clock: Clock;
  log: Log;
}

/** Whether a report of the kind is about a failure; undefined where it is about something else. */
const isFailure: Readonly<Record<Report['kind'], boolean | undefined>> = {
  loaded: false,
  failed: true,
  'render-error': true,
  slow: undefined,
  violation: undefined,
};

/** One phone on which nothing works says little of a version. */
const leastVisits = 3;

const nonePinned: ReadonlyMap<string, string> = new Map();

export function createReleaseMetrics({ registry, clock, log }: ReleaseMetricsOptions) {
  const isAdmitted = createVisitAdmission(clock);
  const countVisit = createVisitCounts(clock);
  const releases = createReleaseCounts(clock);
  const rollouts = createAllRolloutCounts(countVisit);
  const guard = createRolloutGuard({ registry, releases, countsOf: rollouts.of, clock, log });
  const isDue = createOnceAnHour(clock);
  const ownPins = (museumId: MuseumKey) => (museumId === '*' ? nonePinned : registry.ownPins(museumId));

  /** The rollouts that the visitor has the version from. */
  function reachingRollouts({ museumId, remote, version }: MuseumVersion, visitorId: string | undefined): RolloutSummary[] {
    const own = museumId === '*' ? [] : registry.listRollouts(museumId);
    const ofDefault = registry.listRollouts('*').filter((rollout) => reaches(rollout, ownPins(museumId)));
    return [...own, ...ofDefault].filter(
      ({ id, percent, halted, versions }) => halted === null && versions[remote] === version && isInShare(percent, visitorId, id),
    );
  }

  /** No pin is removed automatically: what stood before may be no better, and an operator chose it. */
  function warnOfPin(museumVersion: MuseumVersion): void {
    const { museumId, remote, version } = museumVersion;
    if (registry.releaseSet(museumId).remotes[remote]?.version !== version) return;
    const counts = releases.of(museumVersion);
    if (failsTooOften(counts) && isDue(`${remote} ${version}`))
      log.warn({ ...museumVersion, ...counts }, 'a pinned version fails too often');
  }

  const marking = new Map<string, Promise<void>>();
  /**
   * A version that failed for every visit is no good one to return to. Visitors come to it because it is pinned, or because
   * the pinned one failed for everybody as well: of another one nothing is believed.
   */
  function markFailed(museumVersion: MuseumVersion): void {
    const { museumId, remote: name, version } = museumVersion;
    const { loads: visits, failures } = releases.of(museumVersion);
    const pinned = registry.releaseSet(museumId).remotes[name]?.version;
    const key = keyOf(museumVersion);
    if (visits < leastVisits || failures < visits || marking.has(key) || registry.hasFailed(museumId, name, version)) return;
    if (pinned === undefined || (pinned !== version && !registry.hasFailed(museumId, name, pinned))) return;
    const marked = registry.markFailed({ museumId, name, version, visits, actor }).then(
      () => log.warn({ ...museumVersion, visits }, 'a version failed for every visit that tried it'),
      (error: unknown) => log.error({ ...museumVersion, err: error }, 'a version that fails for everybody cannot be marked now'),
    );
    marking.set(
      key,
      marked.finally(() => marking.delete(key)),
    );
  }

  return {
    /** Counts loads, failures and render errors of versions the registry knows; leaves out all else. */
    onReport({ museumId = '*', visit, report: { remote, version, kind } }: BrowserReport) {
      const hasFailed = isFailure[kind];
      if (hasFailed === undefined || registry.artifact(remote, version, entryFile) === undefined) return;
      if (!visit || !isAdmitted(visit)) return;
      const visitKey = visit.id;
      const museumVersion: MuseumVersion = { museumId, remote, version };
      const added = countVisit({ visitKey, scope: keyOf(museumVersion), hasFailed });
      const pinnedAt: MuseumVersion = ownPins(museumId).has(remote) ? museumVersion : { ...museumVersion, museumId: '*' };
      releases.add(museumVersion, added);
      if (pinnedAt.museumId !== museumId) releases.add(pinnedAt, added);
      warnOfPin(pinnedAt);
      markFailed(pinnedAt);
      for (const rollout of reachingRollouts(museumVersion, visit.visitorId)) {
        rollouts.add({ rolloutId: rollout.id, remote, visitKey, hasFailed });
        guard.check(rollout);
      }
    },
    /** `*`: of all who get the default. */
    healthOf: releases.healthOf,
    /** Visits that tried a rollout since it started, and for which it failed; nothing for one the museum never had. */
    rolloutHealth: (museumId: MuseumKey, id: string) =>
      registry.listRollouts(museumId).some((rollout) => rollout.id === id) ? rollouts.of(id).total : noCounts,
    /** After the records under way. Call it once no more reports come. */
    async close() {
      await Promise.all([guard.close(), ...marking.values()]);
    },
  };
}
