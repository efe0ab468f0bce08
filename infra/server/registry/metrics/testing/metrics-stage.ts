import { createTurnedClock, type TurnedClock } from '@enfilade/platform/testing/turned-clock';
import type { MuseumKey, RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { ofEachTest } from '../../../database/testing/of-each-test.ts';
import type { ReportFacts } from '../../../gateway/visits/visit-routes.ts';
import { createMemoryState, type SharedState } from '../../../shared-state/shared-state.ts';
import type { Registry } from '../../registry.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../../testing/temporary-registry.ts';
import { createReleaseMetrics, type ReleaseMetrics } from '../release-metrics.ts';

export const belmonte = 'a'.repeat(24);

interface Said {
  museumId?: MuseumKey;
  /** A new id each time by default. */
  by?: string;
  /** A new address for each visit by default. */
  address?: string;
  visitorId?: string;
  remote?: string;
  version?: string;
  vitals?: ReportFacts['report']['vitals'];
}

interface MetricsStage {
  temporary: TemporaryRegistry;
  registry: Registry;
  clock: TurnedClock;
  kept: SharedState;
  /** A test may replace the metrics by `watchOver`. */
  watch: ReleaseMetrics;
  logged: { level: string; message: string; details: Record<string, unknown> }[];
  watchOver(change?: Partial<Registry>, nameOf?: (text: string) => string): ReleaseMetrics;
  pin(museumId: MuseumKey, name: string, version: string, expected: string | null): Promise<unknown>;
  /** Resolves once the reports are counted and changes are recorded. */
  say(times: number, kind: ReportFacts['report']['kind'], said?: Said): Promise<void>;
  isHalted(rollout: RolloutResult): Promise<boolean>;
  close(): Promise<void>;
}

/** Versions 1.0.0 (pinned by default) and 1.1.0 of these remotes are published. */
async function openMetricsStage(remotes: readonly string[]): Promise<MetricsStage> {
  const temporary = await openTemporaryRegistry();
  const registry = temporary.registry();
  const clock = createTurnedClock();
  const kept = createMemoryState({ clock });
  const logged: MetricsStage['logged'] = [];
  const note = (level: string) => (details: object, message: string) => void logged.push({ level, message, details: { ...details } });
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  let visits = 0;
  const stage: MetricsStage = {
    ...{ temporary, registry, clock, kept, logged },
    watchOver: (change = {}, nameOf = (text) => text) =>
      createReleaseMetrics({ registry: { ...registry, ...change }, kept, nameOf, clock, log }),
    watch: createReleaseMetrics({ registry, kept, nameOf: (text) => text, clock, log }),
    pin: (museumId, name, version, expected) => registry.pin({ museumId, name, version, expected, actor: 'tests' }),
    async say(times, kind, { museumId = belmonte, by, address, visitorId, remote = 'landing', version = '1.1.0', vitals } = {}) {
      for (let time = 0; time < times; time++) {
        const id = by ?? `visit-${visits++}`;
        this.watch.onReport({
          museumId,
          visit: { id, address: address ?? id, visitorId },
          report: { remote, version, kind, vitals },
        });
      }
      await this.watch.close();
    },
    async isHalted({ museumId, id }) {
      await this.watch.close();
      return registry.listRollouts(museumId).find((one) => one.id === id)?.halted === 'failures';
    },
    close: () => temporary.close(),
  };
  for (const name of remotes) {
    for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ name, version });
    await stage.pin('*', name, '1.0.0', null);
  }
  return stage;
}

export function metricsOfEachTest(...remotes: string[]) {
  const stage = ofEachTest(() => openMetricsStage(remotes));
  const pin: MetricsStage['pin'] = (...given) => stage.pin(...given);
  const say: MetricsStage['say'] = (...given) => stage.say(...given);
  const isHalted: MetricsStage['isHalted'] = (rollout) => stage.isHalted(rollout);
  const next = Object.fromEntries(remotes.map((name) => [name, '1.1.0']));
  const start = (museumId: MuseumKey, versions: Record<string, string> = next, percent = 100) =>
    stage.registry.startRollout({ museumId, versions, percent, actor: 'tests' });
  return { stage, pin, say, isHalted, start };
}
