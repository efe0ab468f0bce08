import { expect, it } from '@rstest/core';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { writeBuild } from '../testing/built-remote.ts';
import { stockFiles } from '../testing/stock-build.ts';
import { belmonte, metricsOfEachTest } from './testing/metrics-stage.ts';
import { visitorsOf } from './testing/visitors-of.ts';

const cathedral = 'b'.repeat(24);
const next = { landing: '1.1.0', visit: '1.1.0' };
const hourMs = 3_600_000;

const { stage, pin, say, isHalted, start } = metricsOfEachTest('landing', 'visit');

it('a failing rollout is halted once, with its counts in the log and in the audit log', async () => {
  const rollout = await start(belmonte);
  let orders = 0;
  stage.watch = stage.watchOver({
    haltRollout(change) {
      orders += 1;
      return stage.registry.haltRollout(change);
    },
  });
  await say(6, 'failed');
  expect(await isHalted(rollout)).toBe(false);
  await say(1, 'failed');
  expect(await isHalted(rollout)).toBe(true);
  const health = await stage.watch.rolloutHealth(belmonte, rollout.id);
  await say(50, 'failed');
  await stage.watch.close();
  expect(orders).toBe(1);
  expect(await stage.watch.rolloutHealth(belmonte, rollout.id)).toEqual(health);
  const cause = {
    remote: 'landing',
    version: '1.1.0',
    signal: 'failures',
    rolledOut: { visits: 7, value: 7 },
    stable: { visits: 0, value: 0 },
  };
  const halts = (await stage.registry.audit(0)).filter(({ action }) => action === 'rollout-halted');
  expect(halts).toMatchObject([{ actor: 'watch', payload: { museumId: belmonte, id: rollout.id, reason: 'failures', cause } }]);
  expect(stage.registry.listRollouts(belmonte)).toMatchObject([{ cause }]);
  const [line, ...more] = stage.logged.filter(({ level }) => level === 'warn');
  expect(more).toEqual([]);
  expect(line).toMatchObject({ details: { rollout: rollout.id, museumId: belmonte, versions: next, loads: 7, failures: 7, cause } });
  expect(line?.message).toBe('a rollout was halted: landing 1.1.0 failed in 7 of 7 visits');
});

it('a rollout of several remotes is halted if one rarely opened remote fails', async () => {
  const rollout = await start(belmonte);
  for (let visit = 0; visit < 50; visit++) {
    await say(1, 'loaded', { by: `whole-${visit}` });
    if (visit < 7) await say(1, 'failed', { by: `whole-${visit}`, remote: 'visit' });
    expect(await isHalted(rollout)).toBe(visit >= 6);
  }
  expect(stage.registry.listRollouts(belmonte)).toMatchObject([{ cause: { remote: 'visit', rolledOut: { visits: 7, value: 7 } } }]);
});

it('a rollout is not halted if the stable version fails as often', async () => {
  const rollout = await start(belmonte, next, 10);
  const among = visitorsOf(rollout, 10);
  for (let visit = 0; visit < 20; visit++) {
    await say(1, 'failed', { visitorId: among.next(true) });
    for (let beside = 0; beside < 9; beside++) await say(1, 'failed', { visitorId: among.next(false), version: '1.0.0' });
  }
  expect(await isHalted(rollout)).toBe(false);
});

it('a rollout of the stable version is not compared with its earlier visits', async () => {
  await say(1_000, 'loaded', { version: '1.0.0' });
  const rollout = await start(belmonte, { landing: '1.0.0' });
  await say(98, 'loaded', { version: '1.0.0' });
  await say(2, 'failed', { version: '1.0.0' });
  expect(await stage.watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 100, failures: 2 });
  expect(await isHalted(rollout)).toBe(false);
});

it('counts of a rollout continue after a change of its share, and a new rollout starts at zero', async () => {
  const first = await start(belmonte);
  await say(3, 'failed');
  await stage.registry.changeRollout({ museumId: belmonte, id: first.id, percent: 0, actor: 'tests' });
  await stage.registry.changeRollout({ museumId: belmonte, id: first.id, percent: 100, actor: 'tests' });
  await say(3, 'failed');
  expect(await isHalted(first)).toBe(false);
  await say(1, 'failed', { by: 'again' });
  expect(await isHalted(first)).toBe(true);
  const second = await start(belmonte);
  expect(await stage.watch.rolloutHealth(belmonte, second.id)).toEqual({ loads: 0, failures: 0 });
  await say(1, 'failed', { by: 'again' });
  expect(await stage.watch.rolloutHealth(belmonte, second.id)).toEqual({ loads: 1, failures: 1 });
  await say(4, 'failed');
  expect(await isHalted(second)).toBe(false);
});

it('a default rollout counts at all museums except those that pin one of its remotes', async () => {
  await pin(cathedral, 'visit', '1.0.0', null);
  const rollout = await start('*');
  await say(100, 'failed', { museumId: cathedral });
  await say(3, 'failed');
  await say(3, 'failed', { museumId: '*' });
  expect(await stage.watch.rolloutHealth('*', rollout.id)).toEqual({ loads: 6, failures: 6 });
  expect(await isHalted(rollout)).toBe(false);
  await say(1, 'failed', { museumId: 'c'.repeat(24) });
  expect(await isHalted(rollout)).toBe(true);
});

it('reports of another museum do not count for a museum’s rollout', async () => {
  const rollout = await start(belmonte);
  await say(200, 'failed', { museumId: cathedral });
  expect(await isHalted(rollout)).toBe(false);
  await say(3, 'failed');
  expect(await stage.watch.rolloutHealth(belmonte, rollout.id)).toEqual({ loads: 3, failures: 3 });
  expect(await stage.watch.rolloutHealth(cathedral, rollout.id)).toEqual({ loads: 0, failures: 0 });
});

it('if halting fails, the failure is logged once and a later report halts the rollout', async () => {
  const rollout = await start(belmonte);
  const store: { isDown: boolean } = { isDown: true };
  stage.watch = stage.watchOver({
    haltRollout: (change) =>
      store.isDown ? Promise.reject(new StoreUnavailableError('The disk is full.')) : stage.registry.haltRollout(change),
  });
  await say(60, 'failed');
  expect(await isHalted(rollout)).toBe(false);
  await say(1, 'failed');
  await stage.watch.close();
  expect(stage.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  store.isDown = false;
  await say(1, 'loaded');
  expect(await isHalted(rollout)).toBe(true);
});

it('a rollout that was halted meanwhile is not halted again or logged', async () => {
  const rollout = await start(belmonte);
  const halting = stage.registry.haltRollout({ museumId: belmonte, id: rollout.id, reason: 'operator', actor: 'ines' });
  await say(60, 'failed');
  await Promise.all([halting, stage.watch.close()]);
  expect(stage.registry.listRollouts(belmonte)).toMatchObject([{ halted: 'operator' }]);
  expect(stage.logged.filter(({ level }) => level !== 'info')).toEqual([]);
});

it('a visit counts once for each version, and a render error counts with its load', async () => {
  for (let time = 0; time < 3; time++) {
    await say(1, 'loaded', { by: 'one' });
    await say(1, 'render-error', { by: 'one' });
  }
  await say(1, 'loaded', { by: 'one', remote: 'visit' });
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: 2, failures: 1 });
});

it('reports about a stock build count', async () => {
  const folder = await writeBuild(await stage.temporary.folder(), stockFiles());
  await stage.registry.publish({ name: 'glass', folder, actor: 'tests' });
  await say(2, 'failed', { remote: 'glass', version: '1.0.0' });
  expect(await stage.watch.healthOf('*')).toMatchObject({ loads: 2, failures: 2 });
});

it('reports of slowness, violations and unknown versions do not count', async () => {
  await say(3, 'slow');
  await say(3, 'violation');
  await say(3, 'failed', { version: 'none' });
  await say(3, 'failed', { version: '9.9.9' });
  for (const remote of ['host', 'nobody', '__proto__', 'constructor']) await say(3, 'failed', { remote });
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: 0, failures: 0 });
});

it('health covers twelve hours, with a failure in the hour of its load', async () => {
  await say(1, 'loaded');
  await say(1, 'loaded', { by: 'one' });
  stage.clock.turn(3 * hourMs);
  await say(1, 'failed');
  await say(1, 'render-error', { by: 'one' });
  const hours = Array.from({ length: 12 }, () => ({ loads: 0, failures: 0 }));
  expect(await stage.watch.healthOf(belmonte)).toEqual({
    loads: 3,
    failures: 2,
    hours: hours.with(8, { loads: 2, failures: 1 }).with(11, { loads: 1, failures: 1 }),
  });
  stage.clock.turn(9 * hourMs);
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: 1, failures: 1 });
});

it('timings count once for each visit, and only from a visit that loaded the version', async () => {
  for (const by of ['a', 'b', 'c', 'unloaded']) {
    if (by !== 'unloaded') await say(1, 'loaded', { by });
    await say(2, 'vitals', { by, vitals: { usableMs: 1_000, shift: 0.02 } });
  }
  const [felt, ...more] = await stage.watch.vitalsOf('*', 'landing');
  expect([felt, more]).toMatchObject([{ version: '1.1.0', visits: 3, inpMs: null }, []]);
  expect(felt?.usableMs?.p50).toBeGreaterThan(900);
  expect(await stage.watch.vitalsOf(cathedral, 'landing')).toEqual([]);
});

it('a failing pinned version stays pinned', async () => {
  await say(60, 'loaded', { version: '1.0.0' });
  await say(60, 'failed', { version: '1.0.0' });
  expect(stage.registry.releaseSet(belmonte).remotes['landing']?.version).toBe('1.0.0');
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: 120, failures: 60 });
});

it('reports of a museum that pins the version do not count for the default', async () => {
  await pin(cathedral, 'landing', '1.1.0', null);
  await say(200, 'failed');
  await say(50, 'failed', { museumId: cathedral });
  const healths = await Promise.all([cathedral, belmonte, '*'].map(stage.watch.healthOf));
  expect(healths.map(({ loads }) => loads)).toEqual([50, 200, 200]);
});
