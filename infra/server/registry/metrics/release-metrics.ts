import type { HaltCause, MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { isInShare, reaches } from '../choosing/choose-versions.ts';
import type { Registry } from '../registry.ts';
import type { Log } from '../state/log.ts';
import { failsTooOften, noCounts } from './counts.ts';
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
  registry: Pick<Registry, 'changeRollout' | 'haltRollout' | 'listRollouts'>;
  clock: Clock;
  log: Log;
}

/** A stepwise rollout continues after it had its share for this time, and this number of visits tried it at the share. */
export const stepMs = 30 * 60_000;
export const stepVisits = 20;

function createRolloutGuard({ registry, clock, log }: RolloutGuardOptions) {
  const underway = new Map<string, Promise<void>>();
  const isDue = createOnceAnHour(clock);

  const isRunning = ({ museumId, id }: RolloutSummary) =>
    registry.listRollouts(museumId).some((one) => one.id === id && one.halted === null);

  /** Whichever gateway records it first does it; what cannot be recorded is tried again at the next report. Never rejects. */
  async function change(rollout: RolloutSummary, commit: () => Promise<void>): Promise<void> {
    try {
      await commit();
    } catch (error) {
      const { id, museumId, versions } = rollout;
      // An operator or another gateway may have ended it first.
      if (isRunning(rollout) && isDue(id))
        log.error(
          { rollout: id, museumId, versions, err: error },
          'a rollout cannot be halted or advanced now; the next report tries again',
        );
    }
  }

  function causeOf({ versions }: RolloutSummary, { remotes }: RolloutCounts): HaltCause | undefined {
    for (const [remote, comparison] of Object.entries(remotes)) {
      const reason = findReason(comparison);
      if (reason) return { remote, version: versions[remote] ?? '', ...reason };
    }
    return undefined;
  }

  /** The next share, if it is due. */
  function nextStep({ percent, steps = [] }: Pick<RolloutSummary, 'percent' | 'steps'>, { step }: RolloutCounts): number | undefined {
    const hasHeld = step.share === percent / 100 && step.visits >= stepVisits && clock.now() - step.since >= stepMs;
    return hasHeld ? steps.find((next) => next > percent) : undefined;
  }

  /** Halts the rollout or advances it; undefined if nothing is due. */
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
      log.warn(details, 'a rollout fails too often, in too few networks for the site to halt it: halt it if the failures are real');
    const next = nextStep(rollout, counts);
    if (next === undefined) return undefined;
    return async () => {
      await registry.changeRollout({ museumId, id, from: percent, percent: next, actor });
      log.info({ ...details, percent: next }, 'a rollout was advanced by a step');
    };
  }

  return {
    /** Begins to halt a running rollout that must, or its next step; does nothing while that is under way. */
    check(rollout: RolloutSummary, standing: Standing) {
      const { id } = rollout;
      if (underway.has(id) || !isRunning(rollout)) return;
      const commit = findChange(rollout, standing.ofRollout(id));
      if (commit)
        underway.set(
          id,
          change(rollout, commit).finally(() => underway.delete(id)),
        );
    },
    /** Runs after pending work; no task rejects. */
    async close() {
      await Promise.all(underway.values());
    },
  };
}

type Report = ReportsRequest['reports'][number];

/** A browser's report about a version; only its visit can be verified. */
export interface BrowserReport {
  /** Undefined on a page without a museum, which runs the default. */
  museumId: MuseumKey | undefined;
  /** Undefined without a signed visit: then no part of the report counts. */
  visit: { id: string; address: string; visitorId: string | undefined } | undefined;
  report: Pick<Report, 'remote' | 'version' | 'kind' | 'vitals'>;
}

/** Counts what browsers report, together with the site's other gateways, and halts rollouts that fail. */
export type ReleaseMetrics = ReturnType<typeof createReleaseMetrics>;

export interface ReleaseMetricsOptions extends Pick<ReleaseCountsOptions, 'kept' | 'nameOf'> {
  registry: Pick<
    Registry,
    'changeRollout' | 'haltRollout' | 'hasFailed' | 'isServed' | 'listRollouts' | 'listVersions' | 'markFailed' | 'ownPins' | 'releaseSet'
  >;
  clock: Clock;
  log: Log;
}

/** The report's statement about the visit's version; undefined if there is none. A kind that is new has its line here. */
const saidBy: Readonly<Record<Report['kind'], (report: BrowserReport['report']) => Said | undefined>> = {
  loaded: () => ({ hasFailed: false }),
  failed: () => ({ hasFailed: true }),
  'render-error': () => ({ hasFailed: true }),
  vitals: ({ vitals }) => vitals && { vitals },
  slow: () => undefined,
  violation: () => undefined,
  error: () => undefined,
};

/** Number of a remote's newest versions whose timings are read. */
const mostVersions = 20;

/** One phone on which nothing works says little of a version, and so do all visits that one client invents. */
const leastVisits = 3;

const nonePinned: ReadonlyMap<string, string> = new Map();
const ownPinsOf = (registry: Pick<Registry, 'ownPins'>, museumId: MuseumKey) =>
  museumId === '*' ? nonePinned : registry.ownPins(museumId);

/** The rollouts of the visit: with the new version if it is in the share, otherwise with the stable one. */
function findRollouts(
  registry: Pick<Registry, 'listRollouts' | 'ownPins' | 'releaseSet'>,
  { museumId, remote, version }: MuseumVersion,
  visitorId: string | undefined,
): (RolloutOfVisit & { rollout: RolloutSummary })[] {
  const own = museumId === '*' ? [] : registry.listRollouts(museumId);
  const ofDefault = registry.listRollouts('*').filter((rollout) => reaches(rollout, ownPinsOf(registry, museumId)));
  const running = [...own, ...ofDefault].filter(({ halted, versions }) => halted === null && versions[remote] !== undefined);
  return running.flatMap((rollout) => {
    const { id, museumId: owner, percent, versions } = rollout;
    const isNew = isInShare(percent, visitorId, id);
    const stable = registry.releaseSet(owner).remotes[remote]?.version;
    // A rollout of the stable version itself has nothing beside it. Who is outside for want of a number, and not by the share, is neither.
    const isStable = visitorId !== undefined && version === stable && stable !== versions[remote];
    const takesPart = isNew ? version === versions[remote] : isStable;
    return takesPart ? [{ rollout, id, isNew, share: percent / 100 }] : [];
  });
}

export function createReleaseMetrics({ registry, kept, nameOf, clock, log }: ReleaseMetricsOptions) {
  const counts = createReleaseCounts({ kept, nameOf, clock });
  const guard = createRolloutGuard({ registry, clock, log });
  const isDue = createOnceAnHour(clock);
  const ownPins = (museumId: MuseumKey) => ownPinsOf(registry, museumId);

  /** No pin is removed automatically: the previous pin may be no better, and an operator chose this one. */
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
    said: Said,
  ) {
    const museumVersion: MuseumVersion = { museumId, remote, version };
    const pinnedAt: MuseumVersion = ownPins(museumId).has(remote) ? museumVersion : { ...museumVersion, museumId: '*' };
    const rollouts = findRollouts(registry, museumVersion, visit.visitorId);
    try {
      const standing = await counts.add({ visit, said, museumVersion, pinnedAt, rollouts });
      if (!standing) return;
      warnOfPin(pinnedAt, standing);
      markFailed(pinnedAt, standing);
      for (const { rollout } of rollouts) guard.check(rollout, standing);
    } catch (error) {
      if (isDue('counting')) log.error({ err: error }, 'the reports of browsers cannot be counted now and are dropped');
    }
  }

  return {
    /** Counts reports about versions of the registry, each kind once a visit; ignores all others. */
    onReport(given: BrowserReport): void {
      const { visit, report } = given;
      const said = saidBy[report.kind](report);
      if (!visit || !said || !registry.isServed(report.remote, report.version)) return;
      const counted = count(given, visit, said).finally(() => counting.delete(counted));
      counting.add(counted);
    },
    /** `*`: of all who get the default. @throws StoreUnavailableError */
    healthOf: counts.healthOf,
    /**
     * Timings of the newest versions that any visit reported; `*`: of all museums together. @throws StoreUnavailableError,
     * UnknownReleaseError
     */
    async vitalsOf(museumId: MuseumKey, remote: string, version?: string) {
      const versions = registry.listVersions(remote).map((one) => one.version);
      return counts.vitalsOf(
        museumId,
        remote,
        version === undefined ? versions.slice(0, mostVersions) : versions.filter((one) => one === version),
      );
    },
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
