import type { RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Registry } from '../registry.ts';
import type { Log } from '../state/log.ts';
import { noCounts, type RolloutCounts } from './counts.ts';
import { type Comparison, mustHalt } from './halt-rule.ts';
import { createOnceAnHour } from './once-an-hour.ts';
import type { ReleaseCounts } from './release-counts.ts';

/** The journal's name for what the site does by itself. */
const actor = 'watch';

export interface RolloutGuardOptions {
  registry: Pick<Registry, 'haltRollout' | 'listRollouts' | 'releaseSet'>;
  releases: Pick<ReleaseCounts, 'of'>;
  countsOf(rolloutId: string): RolloutCounts;
  clock: Clock;
  log: Log;
}

export interface RolloutGuard {
  /** Begins to halt a running rollout that must; does nothing while that is under way. A failed halt is for the next judgement to repeat. */
  check(rollout: RolloutSummary): void;
  /** After the halts under way; none of them rejects. */
  close(): Promise<void>;
}

export function createRolloutGuard({ registry, releases, countsOf, clock, log }: RolloutGuardOptions): RolloutGuard {
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
      // Somebody else may have been faster, here or at another gateway.
      if (!isRunning(museumId, id) || !isDue(id)) return;
      log.error({ ...numbers, err: error }, 'a rollout fails too often and cannot be halted now; the next report tries again');
    }
  }

  const isRunning = (museumId: RolloutSummary['museumId'], id: string) =>
    registry.listRollouts(museumId).some((one) => one.id === id && one.halted === null);

  return {
    check(rollout) {
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
    async close() {
      await Promise.all(underway.values());
    },
  };
}
