import type { HaltCause, MuseumKey, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { reaches } from '../choosing/choose-versions.ts';
import { isInShare } from '../choosing/rollout-bucket.ts';
import type { Registry } from '../registry.ts';
import type { Log } from '../state/log.ts';
import { entryFile } from '../state/releases.ts';
import { failsTooOften, noCounts } from './counts.ts';
import { figureNames } from './figures.ts';
import {
  createReleaseCounts,
  keyOf,
  type MuseumVersion,
  type ReleaseCountsOptions,
  type RolloutCounts,
  type Said,
  type Standing,
  type TrialOfVisit,
} from './release-counts.ts';
import { isBadAtFewAddresses, isDoubtful, judgeTrial } from './trial.ts';

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
  registry: Pick<Registry, 'changeRollout' | 'haltRollout' | 'listRollouts'>;
  clock: Clock;
  log: Log;
}

/** A rollout by steps has its share for as long and for as many visits at least, and goes on where nothing speaks against it. */
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
        log.error({ rollout: id, museumId, versions, err: error }, 'a rollout cannot be halted or go on now; the next report tries again');
    }
  }

  const circumstancesOf = ({ versions, percent }: Pick<RolloutSummary, 'versions' | 'percent'>) => ({
    remotes: Object.keys(versions).length,
    share: percent / 100,
  });

  function causeOf(rollout: RolloutSummary, { remotes }: RolloutCounts): HaltCause | undefined {
    const { versions } = rollout;
    for (const [remote, trial] of Object.entries(remotes)) {
      const found = judgeTrial(trial, circumstancesOf(rollout));
      if (found) return { remote, version: versions[remote] ?? '', ...found };
    }
    return undefined;
  }

  /** The next share, where it is time for it. */
  function nextStep(
    { percent, steps = [] }: Pick<RolloutSummary, 'percent' | 'steps'>,
    { remotes, step }: RolloutCounts,
  ): number | undefined {
    const isReady = step.share === percent / 100 && step.visits >= stepVisits && clock.now() - step.since >= stepMs;
    if (!isReady || Object.values(remotes).some(isDoubtful)) return undefined;
    return steps.find((next) => next > percent);
  }

  /** Halts it where it must, or lets it go on; undefined where nothing is to be done. */
  function findChange(rollout: RolloutSummary, counts: RolloutCounts): (() => Promise<void>) | undefined {
    const { id, museumId, versions, percent } = rollout;
    const details = { rollout: id, museumId, versions, ...counts.total };
    const cause = causeOf(rollout, counts);
    if (cause) {
      const reason = figureNames.some((name) => name === cause.signal) ? 'slower' : 'failures';
      return async () => {
        await registry.haltRollout({ museumId, id, reason, cause, actor });
        log.warn({ ...details, cause }, 'a rollout did worse and was halted');
      };
    }
    const remotes = Object.values(counts.remotes);
    const isBad = counts.total.failures >= tellingFailures && remotes.some((trial) => isBadAtFewAddresses(trial, circumstancesOf(rollout)));
    if (isBad && isDue(`addresses of ${id}`))
      log.warn(details, 'a rollout does worse, at too few addresses for the site to halt it by itself');
    const next = nextStep(rollout, counts);
    if (next === undefined) return undefined;
    return async () => {
      await registry.changeRollout({ museumId, id, from: percent, percent: next, actor });
      log.info({ ...details, percent: next }, 'a rollout went a step further');
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
    /** After what is under way; none of it rejects. */
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
  report: Pick<Report, 'remote' | 'version' | 'kind' | 'code' | 'vitals'>;
}

/** Counts what browsers report, together with the site's other gateways, and halts rollouts that fail. */
export type ReleaseMetrics = ReturnType<typeof createReleaseMetrics>;

export interface ReleaseMetricsOptions extends Pick<ReleaseCountsOptions, 'kept' | 'nameOf'> {
  registry: Pick<
    Registry,
    'artifact' | 'changeRollout' | 'haltRollout' | 'hasFailed' | 'listRollouts' | 'listVersions' | 'markFailed' | 'ownPins' | 'releaseSet'
  >;
  clock: Clock;
  log: Log;
}

/** What a report says of the visit's version; undefined where it says nothing of it. A kind that is new has its line here. */
const saidBy: Readonly<Record<Report['kind'], (report: BrowserReport['report']) => Said | undefined>> = {
  loaded: () => ({ hasFailed: false }),
  failed: ({ code }) => ({ hasFailed: true, hasHung: code === 'hung' }),
  'render-error': () => ({ hasFailed: true, hasErred: true }),
  vitals: ({ vitals }) => vitals && { vitals },
  slow: () => undefined,
  violation: () => undefined,
  error: () => ({ hasErred: true }),
};

/** Of a remote's versions so many are asked for what visitors felt, the newest first. */
const mostVersions = 20;

/** One phone on which nothing works says little of a version, and so do all visits that one client invents. */
const leastVisits = 3;

const nonePinned: ReadonlyMap<string, string> = new Map();
const ownPinsOf = (registry: Pick<Registry, 'ownPins'>, museumId: MuseumKey) =>
  museumId === '*' ? nonePinned : registry.ownPins(museumId);

/** The rollouts that the visit takes part in: with the new version where it is in the share, or with the stable one. */
function findTrials(
  registry: Pick<Registry, 'listRollouts' | 'ownPins' | 'releaseSet'>,
  { museumId, remote, version }: MuseumVersion,
  visitorId: string | undefined,
): (TrialOfVisit & { rollout: RolloutSummary })[] {
  const own = museumId === '*' ? [] : registry.listRollouts(museumId);
  const ofDefault = registry.listRollouts('*').filter((rollout) => reaches(rollout, ownPinsOf(registry, museumId)));
  const running = [...own, ...ofDefault].filter(({ halted, versions }) => halted === null && versions[remote] !== undefined);
  return running.flatMap((rollout) => {
    const { id, museumId: owner, percent, versions } = rollout;
    const isNew = isInShare(percent, visitorId, id);
    const stable = registry.releaseSet(owner).remotes[remote]?.version;
    // A trial of the stable version itself has nothing beside it.
    const before = stable === undefined || stable === versions[remote] ? undefined : { museumId: owner, remote, version: stable };
    // Who is not in the share for want of a number, and not by lot, says nothing.
    const isMeant = isNew ? version === versions[remote] : visitorId !== undefined && version === before?.version;
    return isMeant ? [{ rollout, id, isNew, share: percent / 100, stable: before }] : [];
  });
}

export function createReleaseMetrics({ registry, kept, nameOf, clock, log }: ReleaseMetricsOptions) {
  const counts = createReleaseCounts({ kept, nameOf, clock });
  const guard = createRolloutGuard({ registry, clock, log });
  const isDue = createOnceAnHour(clock);
  const ownPins = (museumId: MuseumKey) => ownPinsOf(registry, museumId);

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
    said: Said,
  ) {
    const museumVersion: MuseumVersion = { museumId, remote, version };
    const pinnedAt: MuseumVersion = ownPins(museumId).has(remote) ? museumVersion : { ...museumVersion, museumId: '*' };
    const trials = findTrials(registry, museumVersion, visit.visitorId);
    try {
      const standing = await counts.add({ visit, said, museumVersion, pinnedAt, trials });
      if (!standing) return;
      warnOfPin(pinnedAt, standing);
      markFailed(pinnedAt, standing);
      for (const { rollout } of trials) guard.check(rollout, standing);
    } catch (error) {
      if (isDue('counting')) log.error({ err: error }, 'what browsers report cannot be counted now, and counts for nothing meanwhile');
    }
  }

  return {
    /** Counts what concerns versions the registry knows, each thing once a visit; leaves out all else. */
    onReport(given: BrowserReport): void {
      const { visit, report } = given;
      const said = saidBy[report.kind](report);
      if (!visit || !said || registry.artifact(report.remote, report.version, entryFile) === undefined) return;
      const counted = count(given, visit, said).finally(() => counting.delete(counted));
      counting.add(counted);
    },
    /** `*`: of all who get the default. @throws StoreUnavailableError */
    healthOf: counts.healthOf,
    /** Of the versions published last, as far as any visit reported it; `*`: of all museums together. @throws StoreUnavailableError, UnknownReleaseError */
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
