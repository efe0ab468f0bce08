import type { RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { expect, it } from '@rstest/core';
import { stepMs, stepVisits } from './release-metrics.ts';
import { belmonte, metricsOfEachTest } from './testing/metrics-stage.ts';
import { visitorsOf } from './testing/visitors-of.ts';

let visits = 0;
const { stage, say, start } = metricsOfEachTest('landing');

async function feel(usableMs: number, who: { visitorId: string; version?: string }): Promise<void> {
  const by = `felt-${visits++}`;
  await say(1, 'loaded', { by, ...who });
  await say(1, 'vitals', { by, ...who, vitals: { usableMs } });
}
const isHalted = () => stage.registry.listRollouts(belmonte).some(({ halted }) => halted !== null);

it('a rollout whose screen takes longer is halted with the reason, and its version is not marked as failed', async () => {
  const rollout = await start(belmonte, undefined, 50);
  const among = visitorsOf(rollout, 50);
  for (let visit = 0; visit < 201 && !isHalted(); visit++) {
    await feel(1_900 + visit, { visitorId: among.next(true) });
    await feel(1_000 + visit, { visitorId: among.next(false), version: '1.0.0' });
  }
  expect(stage.registry.listRollouts(belmonte)).toMatchObject([{ halted: 'slower', cause: { remote: 'landing', signal: 'usableMs' } }]);
  expect((await stage.registry.listVersions('landing'))[0]?.failedAt).toBeUndefined();
});

const begin = () =>
  stage.registry.startRollout({ museumId: belmonte, versions: { landing: '1.1.0' }, percent: 1, steps: [1, 10, 100], actor: 'tests' });
const percentOf = ({ id }: RolloutResult) => stage.registry.listRollouts(belmonte).find((one) => one.id === id)?.percent;
const goWell = async (rollout: RolloutResult, percent: number, times: number) => {
  const among = visitorsOf(rollout, percent);
  for (let visit = 0; visit < times; visit++) await say(1, 'loaded', { visitorId: among.next(true) });
};

it('a stepwise rollout advances after twenty visits and half an hour, records each step once and stops at the last step', async () => {
  const rollout = await begin();
  await goWell(rollout, 1, stepVisits + 5);
  expect(percentOf(rollout)).toBe(1);
  stage.clock.turn(stepMs);
  await goWell(rollout, 1, 1);
  expect(percentOf(rollout)).toBe(10);
  stage.clock.turn(stepMs);
  await goWell(rollout, 10, stepVisits - 1);
  stage.clock.turn(stepMs);
  expect(percentOf(rollout)).toBe(10);
  await goWell(rollout, 10, 1);
  expect(percentOf(rollout)).toBe(100);
  await goWell(rollout, 100, stepVisits);
  stage.clock.turn(stepMs);
  await goWell(rollout, 100, stepVisits);
  expect(percentOf(rollout)).toBe(100);
  const changes = (await stage.registry.audit(0)).filter(({ action }) => action === 'rollout-changed');
  expect(changes).toMatchObject([
    { actor: 'watch', payload: { percent: 10 } },
    { actor: 'watch', payload: { percent: 100 } },
  ]);
});

it('a stepwise rollout that fails at a small share is halted and does not advance', async () => {
  const rollout = await begin();
  const among = visitorsOf(rollout, 1);
  await goWell(rollout, 1, stepVisits);
  await say(20, 'failed', { visitorId: among.next(true) });
  stage.clock.turn(stepMs);
  await goWell(rollout, 1, 5);
  expect(stage.registry.listRollouts(belmonte)).toMatchObject([{ percent: 1, halted: 'failures' }]);
});

it('a step changes nothing if the share was changed meanwhile', async () => {
  const rollout = await begin();
  await stage.registry.changeRollout({ museumId: belmonte, id: rollout.id, percent: 5, actor: 'ines' });
  await stage.registry.changeRollout({ museumId: belmonte, id: rollout.id, from: 1, percent: 10, actor: 'watch' });
  expect(percentOf(rollout)).toBe(5);
});
