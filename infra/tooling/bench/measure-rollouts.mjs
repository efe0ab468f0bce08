import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleModules, modulesFolder } from './bundle-modules.mjs';
import { figure } from './figure.mjs';

const seed = 20261126;
const shares = [0.1, 0.5];

/** @type {[title: string, change: object, limit: number][]} */
const worse = [
  ['a version that always fails', { failureRate: 1 }, 8],
  ['ten more visits in a hundred fail', { failureRate: 0.105 }, 200],
  ['300 ms slower', { slowerMs: 300 }, 400],
];

/**
 * Rollouts with invented visits, judged by the rule of the site. One in 200 visits fails, half can use a screen after 1.2 s
 * (log-normal, sigma 0.5), and 2,000 visits of the stable version were counted in the twelve hours before.
 * @param {string} _ @param {{ runs: number, bad: number }} options how many good and how many bad ones
 */
export async function measureRollouts(_, { runs, bad }) {
  await bundleModules('rollouts', { rollouts: 'infra/server/registry/metrics/testing/simulated-rollout.ts' });
  const { goodRollout, simulateRollout, visitsUntilHalt } = await import(
    pathToFileURL(path.join(modulesFolder('rollouts'), 'rollouts.mjs')).href
  );
  /** @type {Map<string, number>} */
  const halts = new Map();
  for (let run = 0; run < runs; run += 1) {
    const { signal } = simulateRollout(goodRollout(seed + run * 104_729));
    if (signal !== undefined) halts.set(signal, (halts.get(signal) ?? 0) + 1);
  }
  const halted = [...halts.values()].reduce((sum, number) => sum + number, 0);
  const words = [...halts].map(([signal, number]) => `${number} for ${signal}`).join(', ') || 'none';
  figure('good rollouts halted', `${words} of ${runs}`, {
    limit: '1 in 1,000',
    holds: halted * 1_000 <= runs,
    values: (1_000 * halted) / runs,
  });
  for (const [title, change, limit] of worse)
    for (const share of shares) {
      const { p50, p95, p99 } = visitsUntilHalt(change, { runs: bad, share, seed });
      const measured = `${p50} visits of it in half of ${bad} rollouts, ${p95} in 95 of 100, ${p99} in 99`;
      figure(`${title}, tried on ${share * 100} %`, measured, { limit: `${limit} in 95 of 100`, holds: p95 <= limit, values: p95 });
    }
}
