import type { MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { reaches } from '../choosing/choose-versions.ts';
import { isInShare } from '../choosing/rollout-bucket.ts';
import type { Registry } from '../registry.ts';
import type { Log } from '../state/log.ts';
import { entryFile } from '../state/releases.ts';
import { noCounts, noTally } from './counts.ts';
import { type Comparison, failsTooOften, mustHalt } from './halt-rule.ts';
import { createReleaseCounts, keyOf, type MuseumVersion, type ReleaseCountsOptions, type Standing } from './release-counts.ts';

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

/** Of fewer it is no wonder that a few addresses have most. */
const tellingFailures = 10;

interface RolloutGuardOptions {
  registry: Pick<Registry, 'haltRollout' | 'listRollouts' | 'releaseSet'>;
  clock: Clock;
  log: Log;
}

function createRolloutGuard({ registry, clock, log }: RolloutGuardOptions) {
  const underway = new Map<string, Promise<void>>();
  const isDue = createOnceAnHour(clock);

  /** What the rollout's remotes are compared with: the stable versions of its own museum, or of the default. */
  function stableVersions({ museumId, versions }: RolloutSummary): MuseumVersion[] {
    const stable = registry.releaseSet(museumId).remotes;
    return Object.entries(versions).flatMap(([remote, version]) => {
      const other = stable[remote]?.version;
      return other === undefined || other === version ? [] : { museumId, remote, version: other };
    });
  }

  /** Over the same visitors, as far as they are not in it. */
  function compare(rollout: RolloutSummary, standing: Standing): Map<string, Comparison> {
    const { remotes } = standing.ofRollout(rollout.id);
    const stable = new Map(stableVersions(rollout).map((one) => [one.remote, standing.of(one)]));
    const comparisons = Object.keys(rollout.versions).map((remote): [string, Comparison] => [
      remote,
      { rolledOut: remotes.get(remote) ?? noTally, stable: stable.get(remote) },
    ]);
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
    stableVersions,
    /** Begins to halt a running rollout that must; does nothing while that is under way. A failed halt is for the next judgement to repeat. */
    check(rollout: RolloutSummary, standing: Standing) {
      const { id, museumId, versions } = rollout;
      if (underway.has(id) || !isRunning(museumId, id)) return;
      const { total } = standing.ofRollout(id);
      const comparisons = compare(rollout, standing);
      const { loads, failures } = total;
      const numbers = { rollout: id, museumId, versions, loads, failures, remotes: Object.fromEntries(comparisons) };
      if (!mustHalt(total, [...comparisons.values()])) {
        if (failsTooOften(total) && failures >= tellingFailures && isDue(`addresses of ${id}`))
          log.warn(numbers, 'a rollout fails too often, at too few addresses for the site to halt it by itself');
        return;
      }
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

/** Counts what browsers report, together with the site's other gateways, and halts rollouts that fail. */
export type ReleaseMetrics = ReturnType<typeof createReleaseMetrics>;

export interface ReleaseMetricsOptions extends Pick<ReleaseCountsOptions, 'kept' | 'nameOf'> {
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
  error: undefined,
};

/** One phone on which nothing works says little of a version, and so do all visits that one client invents. */
const leastVisits = 3;

const nonePinned: ReadonlyMap<string, string> = new Map();

export function createReleaseMetrics({ registry, kept, nameOf, clock, log }: ReleaseMetricsOptions) {
  const counts = createReleaseCounts({ kept, nameOf, clock });
  const guard = createRolloutGuard({ registry, clock, log });
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
  function warnOfPin(museumVersion: MuseumVersion, standing: Standing): void {
    const { museumId, remote, version } = museumVersion;
    if (registry.releaseSet(museumId).remotes[remote]?.version !== version) return;
    const found = standing.of(museumVersion);
    if (failsTooOften(found) && isDue(`${remote} ${version}`)) log.warn({ ...museumVersion, ...found }, 'a pinned version fails too often');
  }

  const marking = new Map<string, Promise<void>>();
  /**
   * A version that failed for every visit is no good one to return to. Visitors come to it because it is pinned, or because
   * the pinned one failed for everybody as well: of another one nothing is believed.
   */
  function markFailed(museumVersion: MuseumVersion, standing: Standing): void {
    const { museumId, remote: name, version } = museumVersion;
    const { loads: visits, failures } = standing.of(museumVersion);
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
    const marked = registry.markFailed({ museumId, name, version, visits, actor }).then(
      () => log.warn({ ...museumVersion, visits }, 'a version failed for every visit that tried it'),
      (error: unknown) => log.error({ ...museumVersion, err: error }, 'a version that fails for everybody cannot be marked now'),
    );
    marking.set(
      key,
      marked.finally(() => marking.delete(key)),
    );
  }

  const counting = new Set<Promise<void>>();
  async function count(
    { museumId = '*', report: { remote, version } }: BrowserReport,
    visit: NonNullable<BrowserReport['visit']>,
    hasFailed: boolean,
  ): Promise<void> {
    const museumVersion: MuseumVersion = { museumId, remote, version };
    const pinnedAt: MuseumVersion = ownPins(museumId).has(remote) ? museumVersion : { ...museumVersion, museumId: '*' };
    const rollouts = reachingRollouts(museumVersion, visit.visitorId);
    const rolloutIds = rollouts.map(({ id }) => id);
    const beside = rollouts.flatMap(guard.stableVersions);
    try {
      const standing = await counts.add({ visit, hasFailed, museumVersion, pinnedAt, rolloutIds, beside });
      if (!standing) return;
      warnOfPin(pinnedAt, standing);
      markFailed(pinnedAt, standing);
      for (const rollout of rollouts) guard.check(rollout, standing);
    } catch (error) {
      if (isDue('counting')) log.error({ err: error }, 'what browsers report cannot be counted now, and counts for nothing meanwhile');
    }
  }

  return {
    /** Counts loads, failures and render errors of versions the registry knows; leaves out all else. */
    onReport(given: BrowserReport): void {
      const { visit, report } = given;
      const hasFailed = isFailure[report.kind];
      if (!visit || hasFailed === undefined || registry.artifact(report.remote, report.version, entryFile) === undefined) return;
      const counted = count(given, visit, hasFailed).finally(() => counting.delete(counted));
      counting.add(counted);
    },
    /** `*`: of all who get the default. @throws StoreUnavailableError */
    healthOf: counts.healthOf,
    /** Visits that tried a rollout since it started, and for which it failed; nothing for one the museum never had. */
    rolloutHealth: async (museumId: MuseumKey, id: string) =>
      registry.listRollouts(museumId).some((rollout) => rollout.id === id) ? counts.ofRollout(id) : noCounts,
    /** After what is counted and recorded. Call it once no more reports come. */
    async close() {
      await Promise.all(counting);
      await Promise.all([guard.close(), ...marking.values()]);
    },
  };
}
