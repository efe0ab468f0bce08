import { expect, it } from '@rstest/core';
import { isInShare } from '../choosing/choose-versions.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { visitsOfAddress } from './counts.ts';
import { belmonte, metricsOfEachTest } from './testing/metrics-stage.ts';

const { capacity: visitsAtOnce, fillsInMs } = visitsOfAddress;
const nextVisitMs = fillsInMs / visitsAtOnce;
const { stage, say, isHalted, start } = metricsOfEachTest('landing', 'visit');

it('reports without a signed visit do not count', async () => {
  const rollout = await start(belmonte);
  const report = { remote: 'landing', version: '1.1.0', kind: 'failed' } as const;
  for (let time = 0; time < 100; time++) stage.watch.onReport({ museumId: belmonte, visit: undefined, report });
  expect(await isHalted(rollout)).toBe(false);
  expect([(await stage.watch.healthOf(belmonte)).loads, (await stage.watch.rolloutHealth(belmonte, rollout.id)).loads]).toEqual([0, 0]);
});

it('reports of visitors outside a rollout’s share do not count for the rollout', async () => {
  const rollout = await start(belmonte, undefined, 1);
  const ids = Array.from({ length: 1_000 }, (_, at) => at.toString(16).padStart(16, '0'));
  const outside = ids.filter((id) => !isInShare(1, id, rollout.id));
  for (const visitorId of outside) await say(1, 'failed', { visitorId });
  expect(await isHalted(rollout)).toBe(false);
  expect((await stage.watch.rolloutHealth(belmonte, rollout.id)).loads).toBe(0);
  for (const visitorId of ids.filter((id) => isInShare(1, id, rollout.id))) await say(10, 'failed', { visitorId });
  expect((await stage.watch.rolloutHealth(belmonte, rollout.id)).loads).toBeGreaterThan(0);
});

it('an address can count a limited number of visits at once and then one visit at a time, and counted visits keep counting', async () => {
  const rollout = await start(belmonte);
  await say(60, 'failed', { address: 'one' });
  expect(await isHalted(rollout)).toBe(false);
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: visitsAtOnce, failures: visitsAtOnce });
  await say(1, 'loaded', { by: 'visit-0', address: 'one', remote: 'visit' });
  expect((await stage.watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 1);
  stage.clock.turn(2 * nextVisitMs);
  await say(60, 'failed', { address: 'one' });
  expect((await stage.watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 3);
  await say(1, 'failed', { address: 'other' });
  expect((await stage.watch.healthOf(belmonte)).loads).toBe(visitsAtOnce + 4);
});

it('invented failures from two networks halt no rollout and are logged', async () => {
  const rollout = await start(belmonte);
  for (let minutes = 0; minutes < 120; minutes += 10) {
    for (const host of [9, 10 + minutes]) await say(40, 'failed', { address: `203.0.113.${host}` });
    for (const subnet of [1, 10 + minutes]) await say(40, 'failed', { address: `2001:db8:0:${subnet}::/64` });
    await say(8, 'loaded');
    stage.clock.turn(10 * 60_000);
  }
  expect(await isHalted(rollout)).toBe(false);
  const { loads, failures } = await stage.watch.rolloutHealth(belmonte, rollout.id);
  expect([failures > 400, loads - failures]).toEqual([true, 96]);
  expect(stage.logged.filter(({ message }) => message.includes('in too few networks'))).not.toEqual([]);
  // A version that also fails elsewhere is halted.
  await say(1, 'failed');
  expect(await isHalted(rollout)).toBe(true);
});

it('visits and addresses are stored as hashes alone', async () => {
  await say(1, 'failed', { by: 'one', address: '203.0.113.9' });
  const keys: string[] = [];
  const { change } = stage.kept;
  stage.kept.change = (given) => {
    keys.push(...given.keys);
    return change(given);
  };
  stage.watch = stage.watchOver({}, (text) => `name-of-${text.length}`);
  await say(1, 'failed', { by: 'two', address: '203.0.113.9' });
  expect(keys.slice(0, 2)).toEqual(['reporter:name-of-3', 'reports-from:name-of-11']);
});

it('during an outage of the shared state reports are dropped with one log line, and reading health throws', async () => {
  const { change } = stage.kept;
  stage.kept.change = () => Promise.reject(new Error('The database does not answer.'));
  await say(3, 'failed');
  expect(stage.logged.filter(({ level }) => level !== 'info')).toHaveLength(1);
  await expect(stage.watch.healthOf(belmonte)).rejects.toThrow(StoreUnavailableError);
  stage.kept.change = change;
  await say(3, 'failed');
  expect(await stage.watch.healthOf(belmonte)).toMatchObject({ loads: 3 });
});
