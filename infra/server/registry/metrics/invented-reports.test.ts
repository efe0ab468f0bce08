import { createTurnedClock, type TurnedClock } from '@enfilade/platform/testing/turned-clock';
import type { RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { isInShare } from '../choosing/rollout-bucket.ts';
import type { Registry } from '../registry.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../testing/temporary-registry.ts';
import { nextVisitMs, visitsAtOnce } from './counts.ts';
import { createReleaseMetrics, type ReleaseMetrics } from './release-metrics.ts';

const belmonte = 'a'.repeat(24);
let temporary: TemporaryRegistry;
let registry: Registry;
let clock: TurnedClock;
let watch: ReleaseMetrics;
let kept: SharedState;
let logged: string[];
let visits: number;

beforeEach(async () => {
  temporary = await openTemporaryRegistry();
  registry = temporary.registry();
  for (const name of ['landing', 'visit']) for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ name, version });
  await registry.pin({ museumId: '*', name: 'landing', version: '1.0.0', expected: null, actor: 'tests' });
  clock = createTurnedClock();
  kept = createMemoryState({ clock });
  logged = [];
  visits = 0;
  watch = open();
});
afterEach(() => temporary.close());

function open(nameOf = (text: string) => text): ReleaseMetrics {
  const note = (_: object, message: string) => void logged.push(message);
  return createReleaseMetrics({ registry, kept, nameOf, clock, log: { info: () => {}, warn: note, error: note } });
}
const start = (museumId: string, percent = 100) =>
  registry.startRollout({ museumId, versions: { landing: '1.1.0', visit: '1.1.0' }, percent, actor: 'tests' });

interface Said {
  by?: string;
  address?: string;
  visitorId?: string;
  remote?: string;
}

/** The same said by so many visits, each of its own and from an address of its own unless they are named. */
async function say(times: number, kind: 'failed' | 'loaded', { by, address, visitorId, remote = 'landing' }: Said = {}): Promise<void> {
  for (let time = 0; time < times; time++) {
    const id = by ?? `visit-${visits++}`;
    watch.onReport({ museumId: belmonte, visit: { id, address: address ?? id, visitorId }, report: { remote, version: '1.1.0', kind } });
  }
  await watch.close();
}

async function isHalted({ museumId, id }: RolloutResult): Promise<boolean> {
  await watch.close();
  return registry.listRollouts(museumId).find((one) => one.id === id)?.halted === 'failures';
}

describe('what anybody may say', () => {
  it('moves nothing without a signed visit', async () => {
    const rollout = await start(belmonte);
    const report = { remote: 'landing', version: '1.1.0', kind: 'failed' } as const;
    for (let time = 0; time < 100; time++) watch.onReport({ museumId: belmonte, visit: undefined, report });
    expect(await isHalted(rollout)).toBe(false);
    expect([(await watch.healthOf(belmonte)).loads, (await watch.rolloutHealth(belmonte, rollout.id)).loads]).toEqual([0, 0]);
  });

  it('moves no rollout from outside its share', async () => {
    const rollout = await start(belmonte, 1);
    const ids = Array.from({ length: 1_000 }, (_, at) => at.toString(16).padStart(16, '0'));
    const outside = ids.filter((id) => !isInShare(1, id, rollout.id));
    for (const visitorId of outside) await say(1, 'failed', { visitorId });
    expect(await isHalted(rollout)).toBe(false);
    expect((await watch.rolloutHealth(belmonte, rollout.id)).loads).toBe(0);
    for (const visitorId of ids.filter((id) => isInShare(1, id, rollout.id))) await say(10, 'failed', { visitorId });
    expect((await watch.rolloutHealth(belmonte, rollout.id)).loads).toBeGreaterThan(0);
  });

  it('from one address counts so often at once, then slowly, and goes on counting for the visits that were counted', async () => {
    const rollout = await start(belmonte);
    await say(60, 'failed', { address: 'one' });
    expect(await isHalted(rollout)).toBe(false);
    expect(await watch.healthOf(belmonte)).toMatchObject({ loads: visitsAtOnce, failures: visitsAtOnce });
    await say(1, 'loaded', { by: 'visit-0', address: 'one', remote: 'visit' });
    expect((await watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 1);
    clock.turn(2 * nextVisitMs);
    await say(60, 'failed', { address: 'one' });
    expect((await watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 3);
    await say(1, 'failed', { address: 'other' });
    expect((await watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 4);
  });
});

describe('somebody who invents reports', () => {
  it('at two addresses halts nothing, however long and whatever others say beside it; the log tells of it', async () => {
    const rollout = await start(belmonte);
    for (let minutes = 0; minutes < 120; minutes += 10) {
      await say(40, 'failed', { address: '203.0.113.9' });
      await say(40, 'failed', { address: '2001:db8:0:1::/64' });
      await say(40, 'failed', { address: `2001:db8:0:${minutes}::/64` });
      await say(8, 'loaded');
      clock.turn(10 * 60_000);
    }
    await say(1, 'failed');
    expect(await isHalted(rollout)).toBe(false);
    const { loads, failures } = await watch.rolloutHealth(belmonte, rollout.id);
    expect([failures > 400, loads - failures]).toEqual([true, 96]);
    expect(logged.filter((message) => message.includes('at too few addresses'))).not.toEqual([]);
    // What fails for the others, too, is halted.
    await say(40, 'failed');
    expect(await isHalted(rollout)).toBe(true);
  });

  it('is remembered by no name', async () => {
    await say(1, 'failed', { by: 'one', address: '203.0.113.9' });
    const keys: string[] = [];
    const { change } = kept;
    kept.change = (given) => {
      keys.push(...given.keys);
      return change(given);
    };
    watch = open((text) => `name-of-${text.length}`);
    await say(1, 'failed', { by: 'two', address: '203.0.113.9' });
    expect(keys.slice(0, 2)).toEqual(['reporter:name-of-3', 'reports-from:name-of-11']);
  });
});

describe('while what is counted cannot be reached', () => {
  it('reports count for nothing, which is logged, and health is not told', async () => {
    const { change } = kept;
    kept.change = () => Promise.reject(new Error('The database does not answer.'));
    await say(3, 'failed');
    expect(logged).toHaveLength(1);
    await expect(watch.healthOf(belmonte)).rejects.toThrow(StoreUnavailableError);
    kept.change = change;
    await say(3, 'failed');
    expect(await watch.healthOf(belmonte)).toMatchObject({ loads: 3 });
  });
});
