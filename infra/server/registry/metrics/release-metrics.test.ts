import { createTurnedClock, type TurnedClock } from '@enfilade/platform/testing/turned-clock';
import type { MuseumKey, RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { isInShare } from '../choosing/rollout-bucket.ts';
import type { Registry } from '../registry.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../testing/temporary-registry.ts';
import { nextVisitMs, visitsAtOnce } from './counts.ts';
import { mostMuseums } from './release-counts.ts';
import { type BrowserReport, createReleaseMetrics, type ReleaseMetrics } from './release-metrics.ts';

const belmonte = 'a'.repeat(24);
const cathedral = 'b'.repeat(24);
const next = { landing: '1.1.0', visit: '1.1.0' };
const hourMs = 3_600_000;
type Kind = BrowserReport['report']['kind'];

let temporary: TemporaryRegistry;
let registry: Registry;
let clock: TurnedClock;
let watch: ReleaseMetrics;
let logged: { level: string; message: string; details: Record<string, unknown> }[];
let visits: number;

beforeEach(async () => {
  temporary = await openTemporaryRegistry();
  registry = temporary.registry();
  for (const name of ['landing', 'visit']) {
    for (const version of ['1.0.0', '1.1.0']) await temporary.publish({ name, version });
    await pin('*', name, '1.0.0', null);
  }
  clock = createTurnedClock();
  logged = [];
  visits = 0;
  watch = watchOver({});
});
afterEach(() => temporary.close());

const pin = (museumId: MuseumKey, name: string, version: string, expected: string | null) =>
  registry.pin({ museumId, name, version, expected, actor: 'tests' });
const start = (museumId: MuseumKey, versions: Record<string, string> = next, percent = 100) =>
  registry.startRollout({ museumId, versions, percent, actor: 'tests' });

function watchOver(change: Partial<Registry>): ReleaseMetrics {
  const note = (level: string) => (details: object, message: string) => void logged.push({ level, message, details: { ...details } });
  return createReleaseMetrics({
    registry: { ...registry, ...change },
    clock,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
}

interface Said {
  museumId?: MuseumKey;
  /** The visit, another one each time when left out. */
  by?: string;
  /** Another one for each visit when left out. */
  address?: string;
  visitorId?: string;
  remote?: string;
  version?: string;
}

/** The same said by so many visits. */
function say(
  times: number,
  kind: Kind,
  { museumId = belmonte, by, remote = 'landing', version = '1.1.0', address, visitorId }: Said = {},
): void {
  for (let time = 0; time < times; time++) {
    const id = by ?? `visit-${visits++}`;
    watch.onReport({ museumId, visit: { id, address: address ?? id, visitorId }, report: { remote, version, kind } });
  }
}

async function isHalted({ museumId, id }: RolloutResult): Promise<boolean> {
  await watch.close();
  return registry.listRollouts(museumId).find((one) => one.id === id)?.halted === 'failures';
}

describe('a rollout that fails', () => {
  it('halts once, with its numbers in the log and the watch in the audit trail', async () => {
    const rollout = await start(belmonte);
    let orders = 0;
    watch = watchOver({
      haltRollout(change) {
        orders += 1;
        return registry.haltRollout(change);
      },
    });
    say(60, 'loaded');
    say(5, 'failed');
    expect(await isHalted(rollout)).toBe(true);
    const health = watch.rolloutHealth(belmonte, rollout.id);
    say(50, 'failed');
    await watch.close();
    expect(orders).toBe(1);
    expect(watch.rolloutHealth(belmonte, rollout.id)).toEqual(health);
    const halts = (await registry.audit(0)).filter(({ action }) => action === 'rollout-halted');
    expect(halts).toMatchObject([{ actor: 'watch', payload: { museumId: belmonte, id: rollout.id, reason: 'failures' } }]);
    const [line, ...more] = logged.filter(({ level }) => level === 'warn');
    expect(more).toEqual([]);
    expect(line).toMatchObject({ details: { rollout: rollout.id, museumId: belmonte, versions: next, loads: 62, failures: 2 } });
  });

  it('of several remotes is judged by visits of any of them', async () => {
    const rollout = await start(belmonte);
    for (let visit = 0; visit < 50; visit++) {
      say(1, 'loaded', { by: `whole-${visit}` });
      say(1, visit < 2 ? 'failed' : 'loaded', { by: `whole-${visit}`, remote: visit === 0 ? 'landing' : 'visit' });
    }
    expect(watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 50, failures: 2 });
    expect(await isHalted(rollout)).toBe(true);
  });

  it('halts beside a stable version that fails a third as often, not beside one that fails alike', async () => {
    const rollout = await start(belmonte);
    say(2, 'failed', { version: '1.0.0' });
    say(198, 'loaded', { version: '1.0.0' });
    say(200, 'loaded');
    say(2, 'render-error');
    expect(await isHalted(rollout)).toBe(false);
    clock.turn(12 * hourMs);
    say(400, 'loaded', { version: '1.0.0' });
    say(1, 'loaded');
    expect(watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 203, failures: 2 });
    expect(await isHalted(rollout)).toBe(true);
  });

  it('of the stable version itself is not compared with what that was before', async () => {
    say(1_000, 'loaded', { version: '1.0.0' });
    const rollout = await start(belmonte, { landing: '1.0.0' });
    say(98, 'loaded', { version: '1.0.0' });
    say(2, 'failed', { version: '1.0.0' });
    expect(watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 100, failures: 2 });
    expect(await isHalted(rollout)).toBe(false);
  });

  it('counts on when its share changes; a new one starts at nothing', async () => {
    const first = await start(belmonte);
    say(48, 'loaded');
    say(1, 'failed', { by: 'again' });
    await registry.changeRollout({ museumId: belmonte, id: first.id, percent: 0, actor: 'tests' });
    await registry.changeRollout({ museumId: belmonte, id: first.id, percent: 100, actor: 'tests' });
    expect(await isHalted(first)).toBe(false);
    say(1, 'failed');
    expect(await isHalted(first)).toBe(true);
    const second = await start(belmonte);
    expect(watch.rolloutHealth(belmonte, second.id)).toEqual({ loads: 0, failures: 0 });
    say(1, 'failed', { by: 'again' });
    expect(watch.rolloutHealth(belmonte, second.id)).toEqual({ loads: 1, failures: 1 });
    say(47, 'loaded');
    expect(await isHalted(second)).toBe(false);
  });

  it('of the default is counted over every museum it reaches, and over none that pins one of its remotes', async () => {
    await pin(cathedral, 'visit', '1.0.0', null);
    const rollout = await start('*');
    say(100, 'failed', { museumId: cathedral });
    say(48, 'loaded');
    say(1, 'failed', { museumId: '*' });
    expect(watch.rolloutHealth('*', rollout.id)).toEqual({ loads: 49, failures: 1 });
    expect(await isHalted(rollout)).toBe(false);
    say(1, 'failed', { museumId: 'c'.repeat(24) });
    expect(await isHalted(rollout)).toBe(true);
  });

  it('is separate by museum: another museum’s reports do not count, and its health is not shown there', async () => {
    const rollout = await start(belmonte);
    say(200, 'failed', { museumId: cathedral });
    expect(await isHalted(rollout)).toBe(false);
    say(3, 'failed');
    expect(watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 3, failures: 3 });
    expect(watch.rolloutHealth(cathedral, rollout.id)).toEqual({ loads: 0, failures: 0 });
  });

  it('halts at a later report when the store failed at the first, and logs that once', async () => {
    const rollout = await start(belmonte);
    const store: { isDown: boolean } = { isDown: true };
    watch = watchOver({
      haltRollout: (change) =>
        store.isDown ? Promise.reject(new StoreUnavailableError('The disk is full.')) : registry.haltRollout(change),
    });
    say(60, 'failed');
    expect(await isHalted(rollout)).toBe(false);
    say(1, 'failed');
    await watch.close();
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
    store.isDown = false;
    say(1, 'loaded');
    expect(await isHalted(rollout)).toBe(true);
  });

  it('that was halted meanwhile is left alone without a log line', async () => {
    const rollout = await start(belmonte);
    const halting = registry.haltRollout({ museumId: belmonte, id: rollout.id, reason: 'operator', actor: 'ines' });
    say(60, 'failed');
    await Promise.all([halting, watch.close()]);
    expect(registry.listRollouts(belmonte)).toMatchObject([{ halted: 'operator' }]);
    expect(logged.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

describe('what is counted', () => {
  it('is each visit once for a version, and a render error with the load before it', () => {
    for (let time = 0; time < 3; time++) {
      say(1, 'loaded', { by: 'one' });
      say(1, 'render-error', { by: 'one' });
    }
    say(1, 'loaded', { by: 'one', remote: 'visit' });
    expect(watch.healthOf(belmonte)).toMatchObject({ loads: 2, failures: 1 });
  });

  it('is nothing of slowness, of violations, or of what the registry does not know', () => {
    say(3, 'slow');
    say(3, 'violation');
    say(3, 'failed', { version: 'none' });
    say(3, 'failed', { version: '9.9.9' });
    for (const remote of ['host', 'nobody', '__proto__', 'constructor']) say(3, 'failed', { remote });
    expect(watch.healthOf(belmonte)).toMatchObject({ loads: 0, failures: 0 });
  });

  it('is shown for twelve hours, a failure in the hour of its load', () => {
    say(1, 'loaded');
    say(1, 'loaded', { by: 'one' });
    clock.turn(3 * hourMs);
    say(1, 'failed');
    say(1, 'render-error', { by: 'one' });
    const hours = Array.from({ length: 12 }, () => ({ loads: 0, failures: 0 }));
    expect(watch.healthOf(belmonte)).toEqual({
      loads: 3,
      failures: 2,
      hours: hours.with(8, { loads: 2, failures: 1 }).with(11, { loads: 1, failures: 1 }),
    });
    clock.turn(9 * hourMs);
    expect(watch.healthOf(belmonte)).toMatchObject({ loads: 1, failures: 1 });
  });

  it('is stored for ten thousand museums, however many are made up', () => {
    const madeUp = (at: number) => at.toString(16).padStart(24, '0');
    say(1, 'loaded');
    for (let at = 0; at < 30_000; at++) say(1, at % 3 === 0 ? 'failed' : 'loaded', { museumId: madeUp((at * 7_919) % 29_989) });
    const remaining = Array.from({ length: 29_989 }, (_, at) => madeUp(at)).filter((museumId) => watch.healthOf(museumId).loads > 0);
    // One place is the default's, of which all of them are.
    expect(remaining).toHaveLength(mostMuseums - 1);
    expect(watch.healthOf(belmonte).loads).toBe(0);
    expect(watch.healthOf('*').loads).toBe(30_001);
  });
});

describe('what anybody may say', () => {
  it('moves nothing without a signed visit', async () => {
    const rollout = await start(belmonte);
    const report = { remote: 'landing', version: '1.1.0', kind: 'failed' } as const;
    for (let time = 0; time < 100; time++) watch.onReport({ museumId: belmonte, visit: undefined, report });
    expect(await isHalted(rollout)).toBe(false);
    expect([watch.healthOf(belmonte).loads, watch.rolloutHealth(belmonte, rollout.id).loads]).toEqual([0, 0]);
  });

  it('moves no rollout from outside its share', async () => {
    const rollout = await start(belmonte, next, 1);
    const ids = Array.from({ length: 1_000 }, (_, at) => at.toString(16).padStart(16, '0'));
    const outside = ids.filter((id) => !isInShare(1, id, rollout.id));
    for (const visitorId of outside) say(1, 'failed', { visitorId });
    expect(await isHalted(rollout)).toBe(false);
    expect(watch.rolloutHealth(belmonte, rollout.id).loads).toBe(0);
    for (const visitorId of ids.filter((id) => isInShare(1, id, rollout.id))) say(10, 'failed', { visitorId });
    expect(watch.rolloutHealth(belmonte, rollout.id).loads).toBeGreaterThan(0);
  });

  it('from one address counts so often at once, then slowly, and goes on counting for the visits that were counted', async () => {
    const rollout = await start(belmonte);
    say(60, 'failed', { address: 'one' });
    expect(await isHalted(rollout)).toBe(false);
    expect(watch.healthOf(belmonte)).toMatchObject({ loads: visitsAtOnce, failures: visitsAtOnce });
    say(1, 'loaded', { by: 'visit-0', address: 'one', remote: 'visit' });
    expect(watch.healthOf(belmonte).loads).toBe(visitsAtOnce + 1);
    clock.turn(2 * nextVisitMs);
    say(60, 'failed', { address: 'one' });
    expect(watch.healthOf(belmonte).loads).toBe(visitsAtOnce + 3);
    say(1, 'failed', { address: 'other' });
    expect(watch.healthOf(belmonte).loads).toBe(visitsAtOnce + 4);
  });
});

describe('a pinned version that fails', () => {
  const warnings = () => logged.filter(({ level }) => level === 'warn').map(({ details }) => details);

  it('is logged for the operator once an hour, and stays', async () => {
    say(60, 'loaded', { version: '1.0.0' });
    expect(warnings()).toEqual([]);
    say(30, 'failed', { version: '1.0.0' });
    expect(warnings()).toEqual([{ museumId: '*', remote: 'landing', version: '1.0.0', loads: 62, failures: 2 }]);
    clock.turn(hourMs);
    say(30, 'failed', { version: '1.0.0' });
    expect(warnings()).toHaveLength(2);
    expect(registry.releaseSet(belmonte).remotes['landing']?.version).toBe('1.0.0');
    expect(watch.healthOf(belmonte)).toMatchObject({ loads: 120, failures: 60 });
  });

  it('of one museum is judged by that museum alone', async () => {
    await pin(cathedral, 'landing', '1.1.0', null);
    say(200, 'failed');
    expect(warnings()).toEqual([]);
    say(50, 'failed', { museumId: cathedral });
    expect(warnings()).toMatchObject([{ museumId: cathedral, version: '1.1.0', loads: 50, failures: 50 }]);
    expect([cathedral, belmonte, '*'].map((museumId) => watch.healthOf(museumId).loads)).toEqual([50, 200, 200]);
  });
});
