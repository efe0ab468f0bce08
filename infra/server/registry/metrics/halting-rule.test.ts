import { createRandom } from '@enfilade/shared-contracts/kit/testing/create-random';
import { expect, it } from '@rstest/core';
import { addToComparison, type Comparison, describeCause, failsInFewNetworks, findReason, noComparison } from './halting-rule.ts';

/** The time until usable is log-normally distributed with the 75th percentile `p75`. */
interface Nature {
  failureShare: number;
  p75: number;
  sigma: number;
}

interface Simulation {
  seed: number;
  visits: number;
  /** 0 to 1. */
  shareAt(visit: number): number;
  stable: Nature;
  rolledOut: Nature;
}

/** The number of visits of the new version until its halt, each from another network; undefined if the rollout is not halted. */
function simulate({ seed, visits, shareAt, stable, rolledOut }: Simulation): { signal: string; after: number } | undefined {
  const random = createRandom(seed);
  let comparison = noComparison;
  for (let visit = 0; visit < visits; visit++) {
    const isNew = random() < shareAt(visit);
    const { failureShare, p75, sigma } = isNew ? rolledOut : stable;
    const failures = Number(random() < failureShare);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const usableMs = failures ? undefined : p75 * Math.exp(sigma * (normal - 0.6745));
    comparison = addToComparison(comparison, { loads: 1, failures, usableMs }, { isNew, network: `${visit}` });
    const reason = findReason(comparison);
    if (reason) return { signal: reason.signal, after: comparison.rolledOut.loads };
  }
  return undefined;
}

const failureShares = [0.002, 0.005, 0.01, 0.02, 0.05];
const sigmas = [0.3, 0.5, 0.9];
const shares: readonly [name: string, shareAt: Simulation['shareAt']][] = [
  ...[0.01, 0.1, 0.5, 0.9, 1].map((share): [string, Simulation['shareAt']] => [`${share}`, () => share]),
  ['steps', (visit) => [0.01, 0.1, 0.5, 1][Math.floor(visit / 500)] ?? 1],
];
const runs = (count: number, simulation: (run: number) => Simulation) =>
  Array.from({ length: count }, (_, run) => simulate(simulation(run)));
const natureOf = (run: number): Nature => ({
  failureShare: failureShares[run % failureShares.length] ?? 0,
  p75: 1_700,
  sigma: sigmas[run % sigmas.length] ?? 0,
});

// docs/rollouts.md has figures of more runs.
it('at most one of a thousand simulated rollouts is halted if both versions are alike', () => {
  const ended = runs(1_000, (run) => {
    const nature = natureOf(run);
    const [, shareAt] = shares[run % shares.length] ?? shares[0] ?? [];
    return { seed: 20261129 + run * 104_729, visits: 2_000, shareAt: shareAt ?? (() => 1), stable: nature, rolledOut: nature };
  });
  expect(ended.filter((halt) => halt !== undefined).length).toBeLessThanOrEqual(1);
});

it.each(shares)('a version that always fails is halted by its eighth visit at the share %s', (_, shareAt) => {
  const ended = runs(500, (run) => {
    const stable = natureOf(run);
    return { seed: 20261130 + run * 7_919, visits: 4_000, shareAt, stable, rolledOut: { ...stable, failureShare: 1 } };
  });
  expect(Math.max(...ended.map((halt) => halt?.after ?? Number.POSITIVE_INFINITY))).toBeLessThanOrEqual(8);
});

it('half of the simulated rollouts with 10 % more failures are halted by their hundredth visit, at a share of 10 %', () => {
  const usual = { failureShare: 0.005, p75: 1_700, sigma: 0.5 };
  const ended = runs(101, (run) => ({
    ...{ seed: 20261201 + run * 7_919, visits: 5_000, shareAt: () => 0.1 },
    ...{ stable: usual, rolledOut: { ...usual, failureShare: 0.105 } },
  }));
  const sorted = ended.map((halt) => halt?.after ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  expect(sorted[50]).toBeLessThanOrEqual(100);
});

it('a version that takes 1.7 times as long until usable is halted by its 250th visit', () => {
  const usual = { failureShare: 0.005, p75: 1_700, sigma: 0.5 };
  const halt = simulate({ seed: 20261202, visits: 3_000, shareAt: () => 0.5, stable: usual, rolledOut: { ...usual, p75: 2_890 } });
  expect(halt).toEqual({ signal: 'usableMs', after: expect.any(Number) });
  expect(halt?.after).toBeLessThanOrEqual(250);
});

const fail = (before: Comparison, networks: readonly string[]) =>
  networks.reduce((comparison, network) => addToComparison(comparison, { loads: 1, failures: 1 }, { isNew: true, network }), before);
const atNetworks = (count: number, visits: number) => Array.from({ length: visits }, (_, visit) => `${visit % count}`);

it('a version that fails in two networks is not halted, and a version that fails in three networks is', () => {
  const inTwo = fail(noComparison, atNetworks(2, 200));
  expect([findReason(inTwo), failsInFewNetworks(inTwo)]).toEqual([undefined, true]);
  const inThree = fail(inTwo, ['third']);
  expect([findReason(inThree)?.signal, failsInFewNetworks(inThree)]).toEqual(['failures', false]);
});

it('a version that fails as often as the stable version is not halted', () => {
  let comparison = noComparison;
  for (let visit = 0; visit < 200; visit++)
    comparison = addToComparison(comparison, { loads: 1, failures: 1 }, { isNew: visit % 10 === 0, network: `${visit}` });
  expect(findReason(comparison)).toBeUndefined();
});

it('times are compared only after 200 measured visits of each version', () => {
  const measure = (before: Comparison, isNew: boolean, visits: number) =>
    Array.from({ length: visits }).reduce<Comparison>(
      (comparison) => addToComparison(comparison, { loads: 1, failures: 0, usableMs: isNew ? 2_000 : 1_000 }, { isNew, network: 'one' }),
      before,
    );
  const almost = measure(measure(noComparison, true, 500), false, 199);
  expect(findReason(almost)).toBeUndefined();
  expect(findReason(measure(almost, false, 1))).toMatchObject({
    signal: 'usableMs',
    rolledOut: { visits: 500 },
    stable: { visits: 200 },
  });
});

it('describeCause names the counts of both versions', () => {
  let comparison = noComparison;
  for (let visit = 0; visit < 40; visit++)
    comparison = addToComparison(comparison, { loads: 1, failures: 0 }, { isNew: false, network: `${visit}` });
  const reason = findReason(fail(comparison, atNetworks(6, 6)));
  expect(reason && describeCause({ remote: 'visit', version: '2.0.0', ...reason })).toBe(
    'visit 2.0.0 failed in 6 of 6 visits, the stable version in 0 of 40',
  );
});
