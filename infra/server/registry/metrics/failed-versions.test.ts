import { createTurnedClock, type TurnedClock } from '@enfilade/platform/testing/turned-clock';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import type { Registry } from '../registry.ts';
import { openTemporaryRegistry, silentLog, type TemporaryRegistry } from '../testing/temporary-registry.ts';
import { createReleaseMetrics, type ReleaseMetrics } from './release-metrics.ts';

const belmonte = 'a'.repeat(24);
let temporary: TemporaryRegistry;
let registry: Registry;
let clock: TurnedClock;
let watch: ReleaseMetrics;
let visits: number;

beforeEach(async () => {
  temporary = await openTemporaryRegistry();
  registry = temporary.registry();
  for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ version });
  await pin('*', 'landing', '1.0.0', null);
  clock = createTurnedClock();
  visits = 0;
  watch = createReleaseMetrics({ registry, kept: createMemoryState({ clock }), nameOf: (text) => text, clock, log: silentLog });
});
afterEach(() => temporary.close());

const pin = (museumId: string, name: string, version: string, expected: string | null) =>
  registry.pin({ museumId, name, version, expected, actor: 'tests' });

/** The same said by so many visits, another one each time unless it is named. */
async function say(
  times: number,
  kind: 'loaded' | 'failed',
  { by, version = '1.1.0', address }: { by?: string; version?: string; address?: string } = {},
): Promise<void> {
  for (let time = 0; time < times; time++) {
    const id = by ?? `visit-${visits++}`;
    watch.onReport({
      museumId: belmonte,
      visit: { id, address: address ?? id, visitorId: undefined },
      report: { remote: 'landing', version, kind },
    });
  }
  await watch.close();
}

describe('a version that failed for everybody', () => {
  const goodAt = (avoid: string[]) =>
    registry.chooseSet({
      museumId: belmonte,
      visitorId: 'somebody',
      grants: [],
      avoid: avoid.map((version) => ({ remote: 'landing', version })),
      now: clock.now(),
    }).remotes['landing']?.version;
  const marked = async () => {
    await watch.close();
    return (await registry.audit(0)).filter(({ action }) => action === 'version-failed').map(({ payload }) => payload);
  };

  it('is never the last good one, stands marked, and so does the one that visitors met behind it', async () => {
    for (const version of ['1.2.0', '1.3.0']) await temporary.publish({ version });
    await pin(belmonte, 'landing', '1.0.0', null);
    await say(5, 'loaded', { version: '1.0.0' });
    await pin(belmonte, 'landing', '1.1.0', '1.0.0');
    await pin(belmonte, 'landing', '1.2.0', '1.1.0');
    expect(goodAt(['1.2.0'])).toBe('1.1.0');
    // Each visitor walks back: what is pinned, then what was pinned before it.
    for (const by of ['one', 'two', 'three']) {
      await say(1, 'failed', { by, version: '1.2.0' });
      await say(1, 'failed', { by, version: '1.1.0' });
    }
    expect(await marked()).toEqual([
      { museumId: belmonte, name: 'landing', version: '1.2.0', visits: 3 },
      { museumId: belmonte, name: 'landing', version: '1.1.0', visits: 3 },
    ]);
    expect(goodAt(['1.2.0'])).toBe('1.0.0');
    const failed = registry.listVersions('landing').map(({ version, failedAt }) => [version, failedAt !== undefined]);
    expect(failed).toEqual([
      ['1.3.0', false],
      ['1.2.0', true],
      ['1.1.0', true],
      ['1.0.0', false],
    ]);
    await pin(belmonte, 'landing', '1.3.0', '1.2.0');
    expect(goodAt(['1.3.0'])).toBe('1.0.0');
    expect((await temporary.reopen()).hasFailed(belmonte, 'landing', '1.2.0')).toBe(true);
  });

  it('is none that drew for anybody, that two have tried, or that nobody is given', async () => {
    await pin(belmonte, 'landing', '1.1.0', null);
    await say(2, 'failed', { by: 'one' });
    await say(1, 'failed', { by: 'two' });
    await say(3, 'failed', { version: '1.0.0' });
    expect(await marked()).toEqual([]);
    await say(1, 'loaded', { by: 'three' });
    await say(3, 'failed');
    expect(await marked()).toEqual([]);
  });

  it('is none that fails at two addresses alone, at which anybody may have invented it', async () => {
    await pin(belmonte, 'landing', '1.1.0', null);
    for (const address of ['203.0.113.9', '2001:db8:0:1::/64', '2001:db8:0:2::/64']) await say(3, 'failed', { address });
    expect(await marked()).toEqual([]);
    clock.turn(12 * 3_600_000);
    await say(2, 'failed');
    expect(await marked()).toEqual([]);
    await say(1, 'failed');
    expect(await marked()).toMatchObject([{ version: '1.1.0', visits: 3 }]);
  });

  it('is marked once, and anew when it fails again after it was pinned again', async () => {
    await pin(belmonte, 'landing', '1.1.0', null);
    await say(3, 'failed');
    expect(await marked()).toHaveLength(1);
    await say(3, 'failed');
    expect(await marked()).toHaveLength(1);
    await pin(belmonte, 'landing', '1.0.0', '1.1.0');
    await pin(belmonte, 'landing', '1.1.0', '1.0.0');
    await say(1, 'failed');
    expect(await marked()).toHaveLength(2);
  });
});
