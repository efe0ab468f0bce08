import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isToWatch, judgeHealth, loadedWell } from './overview-page.tsx';

const healthOf = (failures: readonly number[], loads = 100) => ({
  loads: loads * failures.length,
  failures: failures.reduce((all, one) => all + one, 0),
  hours: failures.map((one) => ({ loads, failures: one })),
});
const hoursArbitrary = fc.array(
  fc.oneof(fc.nat(5_000), fc.nat(2)).chain((loads) => fc.nat(loads).map((failures) => ({ loads, failures }))),
  { minLength: 12, maxLength: 12 },
);

it.each([
  ['unknown before the first load', Array(12).fill(0), 0, 'none'],
  ['good while less than 2 % of loads fail', [1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1], 100, 'well'],
  ['`rising` if recent loads fail more often than earlier loads', [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 8, 9], 100, 'rising'],
  ['`failing` if failures do not rise', [9, 9, 9, 9, 9, 9, 9, 9, 9, 5, 5, 5], 100, 'failing'],
  ['not judged by a few loads of which one failed', Array(12).fill(0).with(11, 1), 1, 'few'],
  ['not judged by a few good loads', Array(12).fill(0), 1, 'few'],
  ['not judged by one failure', Array(12).fill(0).with(11, 1), 2, 'few'],
])('health is %s', (_, failures, loads, condition) => {
  expect(judgeHealth(healthOf(failures, loads))).toBe(condition);
});

it('a few failed loads of the last hours do not make health `rising`', () => {
  const hours = [...Array(11).fill({ loads: 0, failures: 0 }).with(0, { loads: 100, failures: 5 }), { loads: 1, failures: 1 }];
  expect(judgeHealth({ loads: 101, failures: 6, hours })).toBe('failing');
});

itHolds('health is good only above 98 % of successful loads, and needs enough loads for a warning', [hoursArbitrary], (hours) => {
  const loads = hours.reduce((sum, hour) => sum + hour.loads, 0);
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0);
  const health = { loads, failures, hours };
  const condition = judgeHealth(health);
  expect(condition === 'none').toBe(loads === 0);
  if (condition === 'well') expect([loads >= 20, loadedWell(health) >= 98]).toEqual([true, true]);
  if (condition === 'few') expect(loads < 20 || failures < 2).toBe(true);
  expect(isToWatch(health)).toBe(condition === 'failing' || condition === 'rising');
  if (isToWatch(health)) expect([loads >= 20, failures >= 2]).toEqual([true, true]);
});

it('the share of successful loads is 100 % only if no load failed', () => {
  forAll(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (loads, nat) => {
    const failures = Math.min(nat, loads);
    const percent = loadedWell({ loads, failures });
    expect(percent).toBeGreaterThanOrEqual(0);
    expect(percent === 100).toBe(failures === 0);
  });
});
