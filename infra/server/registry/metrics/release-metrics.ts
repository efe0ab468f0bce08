import type { HaltCause, MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../http/create-log.ts';
import { isInShare } from '../choosing/choose-versions.ts';
import type { Registry } from '../registry.ts';
import { noCounts } from './counts.ts';
import { describeCause, failsInFewNetworks, findReason } from './halting-rule.ts';
import {
  createReleaseCounts,
  keyOf,
  type MuseumVersion,
  type ReleaseCountsOptions,
  type RolloutCounts,
  type RolloutOfVisit,
  type Said,
  type Standing,
} from './release-counts.ts';

const actor = 'watch';

const hourMs = 60 * 60_000;
const mostKeys = 1_000;

/** A lasting problem does not fill the log. */
function createOnceAnHour(clock: Clock): (key: string) => boolean {
  const saidAt = new LRUCache<string, number>({ max: mostKeys });
  return (key) => {
    const isDue = clock.now() - (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) >= hourMs;
    if (isDue) saidAt.set(key, clock.now());
    return isDue;
  };
}

/** A stepwise rollout advances after this time and this number of visits at its share. */
export const stepMs = 30 * 60_000;
export const stepVisits = 20;

function createRolloutGuard({ registry, clock, log }: Pick<ReleaseMetricsOptions, 'registry' | 'clock' | 'log'>) {
  const pending = new Set<string>();
  const isDue = createOnceAnHour(clock);

  const isRunning = ({ museumId, id }: RolloutSummary) =>
    registry.listRollouts(museumId).some((one) => one.id === id && one.halted === null);

  function causeOf({ versions }: RolloutSummary, { remotes }: RolloutCounts): HaltCause | undefined {
    for (const [remote, comparison] of Object.entries(remotes)) {
      const reason = findReason(comparison);
      if (reason) return { remote, version: versions[remote] ?? '', ...reason };
    }
    return undefined;
  }

  function nextStep({ percent, steps = [] }: Pick<RolloutSummary, 'percent' | 'steps'>, { step }: RolloutCounts): number | undefined {
    const hasHeld = step.share === percent / 100 && step.visits >= stepVisits && clock.now() - step.since >= stepMs;
    return hasHeld ? steps.find((next) => next > percent) : undefined;
  }

  /** Undefined if nothing is due. */
  function findChange(rollout: RolloutSummary, counts: RolloutCounts): (() => Promise<void>) | undefined {
    const { id, museumId, versions, percent } = rollout;
    const details = { rollout: id, museumId, versions, ...counts.total };
    const cause = causeOf(rollout, counts);
    if (cause) {
      const reason = cause.signal === 'failures' ? 'failures' : 'slower';
      return async () => {
        await registry.haltRollout({ museumId, id, reason, cause, actor });
        log.warn({ ...details, cause }, `a rollout was halted: ${describeCause(cause)}`);
      };
    }
    if (Object.values(counts.remotes).some(failsInFewNetworks) && isDue(`networks of ${id}`))
      log.warn(
        details,
        'a rollout fails too often, but in too few networks for the site to halt the rollout: halt it if the failures are real',
      );
    const next = nextStep(rollout, counts);
    if (next === undefined) return undefined;
    return async () => {
      await registry.changeRollout({ museumId, id, from: percent, percent: next, actor });
      log.info({ ...details, percent: next }, 'a rollout was advanced by a step');
    };
  }

  /** Does nothing while a change is pending. A failed change is retried at the next report. Never rejects. */
  return async (rollout: RolloutSummary, standing: Standing): Promise<void> => {
    const { id, museumId, versions } = rollout;
    if (pending.has(id) || !isRunning(rollout)) return;
    const commit = findChange(rollout, standing.ofRollout(id));
    if (!commit) return;
    pending.add(id);
    await commit().catch((error: unknown) => {
      // An operator or another gateway may have halted the rollout first.
      if (isRunning(rollout) && isDue(id))
        log.error(
          { rollout: id, museumId, versions, err: error },
          'a rollout cannot be halted or advanced now; the next report tries again',
        );
    });
    pending.delete(id);
  };
}

type Report = ReportsRequest['reports'][number];

/** Only the visit is verified. */
interface BrowserReport {
  /** Undefined for a page without a museum, which has the default set. */
  museumId: MuseumKey | undefined;
  /** Undefined for an unsigned visit, whose report does not count. */
  visit: { id: string; address: string; visitorId: string | undefined } | undefined;
  report: Pick<Report, 'remote' | 'version' | 'kind' | 'vitals'>;
}

export type ReleaseMetrics = ReturnType<typeof createReleaseMetrics>;

interface ReleaseMetricsOptions extends Pick<ReleaseCountsOptions, 'kept' | 'nameOf'> {
  registry: Registry;
  clock: Clock;
  log: Log;
}

/** Undefined if the kind does not count. A new kind needs an entry in this table. */
const saidBy: Readonly<Record<Report['kind'], (report: BrowserReport['report']) => Said | undefined>> = {
  loaded: () => ({ hasFailed: false }),
  failed: () => ({ hasFailed: true }),
  'render-error': () => ({ hasFailed: true }),
  vitals: ({ vitals }) => vitals && { vitals },
  slow: () => undefined,
  violation: () => undefined,
  error: () => undefined,
};

/** Timings are read of this number of newest versions. */
const mostVersions = 20;

/** One broken phone or one client's invented visits prove little. */
const leastVisits = 3;

/** A visitor outside the share counts for the stable version. */
function findRollouts(
  registry: Pick<Registry, 'reachingRollouts' | 'releaseSet'>,
  { museumId, remote, version }: MuseumVersion,
  visitorId: string | undefined,
): (RolloutOfVisit & { rollout: RolloutSummary })[] {
  return registry.reachingRollouts(museumId).flatMap((rollout) => {
    const { id, museumId: owner, percent, versions } = rollout;
    if (versions[remote] === undefined) return [];
    const isNew = isInShare(percent, visitorId, id);
    const stable = registry.releaseSet(owner).remotes[remote]?.version;
    // A rollout of the stable version has no other version to compare. A visitor without an id is outside by chance, so does not count.
    const isStable = visitorId !== undefined && version === stable && stable !== versions[remote];
    const takesPart = isNew ? version === versions[remote] : isStable;
    return takesPart ? [{ rollout, id, isNew, share: percent / 100 }] : [];
  });
}

export function createReleaseMetrics({ registry, kept, nameOf, clock, log }: ReleaseMetricsOptions) {
  const counts = createReleaseCounts({ kept, nameOf, clock });
  const checkRollout = createRolloutGuard({ registry, clock, log });
  const isDue = createOnceAnHour(clock);

  const marking = new Set<string>();
  /** Visitors get another version than the pinned one only if the pinned one failed for everybody. Other reports are ignored. */
  async function markFailed(museumVersion: MuseumVersion, standing: Standing): Promise<void> {
    const { museumId, remote: name, version } = museumVersion;
    const { loads: visits, failures } = standing.pinned;
    const pinned = registry.releaseSet(museumId).remotes[name]?.version;
    const key = keyOf(museumVersion);
    if (
      Math.min(visits, standing.failingAddresses) < leastVisits ||
      failures < visits ||
      marking.has(key) ||
      registry.hasFailed(museumId, name, version)
    )
      return;
    if (pinned === undefined || (pinned !== version && !registry.hasFailed(museumId, name, pinned))) return;
    marking.add(key);
    await registry.markFailed({ museumId, name, version, visits, actor }).then(
      () => log.warn({ ...museumVersion, visits }, 'a version failed for every visit that tried it'),
      (error: unknown) => log.error({ ...museumVersion, err: error }, 'a version that fails for everybody cannot be marked now'),
    );
    marking.delete(key);
  }

  const counting = new Set<Promise<void>>();
  async function count({ museumId = '*', report }: BrowserReport, visit: NonNullable<BrowserReport['visit']>, said: Said): Promise<void> {
    const { remote, version } = report;
    const museumVersion: MuseumVersion = { museumId, remote, version };
    const pinnedAt: MuseumVersion = registry.ownPins(museumId).has(remote) ? museumVersion : { ...museumVersion, museumId: '*' };
    const rollouts = findRollouts(registry, museumVersion, visit.visitorId);
    try {
      const standing = await counts.add({ visit, said, museumVersion, pinnedAt, rollouts });
      if (!standing) return;
      await Promise.all([markFailed(pinnedAt, standing), ...rollouts.map(({ rollout }) => checkRollout(rollout, standing))]);
    } catch (error) {
      if (isDue('counting')) log.error({ err: error }, 'the reports of browsers cannot be counted now and are dropped');
    }
  }

  return {
    /** Each kind of report counts once for a visit. Reports about unknown versions are ignored. */
    onReport(given: BrowserReport): void {
      const { visit, report } = given;
      const said = saidBy[report.kind](report);
      if (!visit || !said || !registry.isServed(report.remote, report.version)) return;
      const counted = count(given, visit, said).finally(() => counting.delete(counted));
      counting.add(counted);
    },
    /** `*` stands for all museums with the default. @throws StoreUnavailableError */
    healthOf: counts.healthOf,
    /** Of the newest measured versions; `*` stands for all museums together. @throws StoreUnavailableError, UnknownReleaseError */
    async vitalsOf(museumId: MuseumKey, remote: string, version?: string) {
      const versions = registry.listVersions(remote).map((one) => one.version);
      return counts.vitalsOf(
        museumId,
        remote,
        version === undefined ? versions.slice(0, mostVersions) : versions.filter((one) => one === version),
      );
    },
    /** Zero for an unknown rollout. */
    rolloutHealth: async (museumId: MuseumKey, id: string) =>
      registry.listRollouts(museumId).some((rollout) => rollout.id === id) ? counts.ofRollout(id) : noCounts,
    /** Resolves once all reports are counted and all changes are recorded. Call `close` after the last report. */
    async close() {
      await Promise.all(counting);
    },
  };
}
