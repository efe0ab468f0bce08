import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** @param {readonly number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** @typedef {number | readonly number[]} Values the measured value, or each sample */

/**
 * @typedef {{ date: string, commit: string, machine: string, load: number, short: boolean, limit?: string | undefined, n: number, median: number, quartiles: number[] }} Result
 */

const file = path.join(root, 'bench/results.json');
/** Of each figure. */
const mostResults = 10;
/** By the name of the figure, oldest first. @type {Record<string, Result[]>} */
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const short = process.argv.includes('--short');

const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Ends with a plus sign if the source differs from the commit. */
function readCommit() {
  const isChanged = git('diff', '--quiet', 'HEAD', '--', '.', ':!bench').status !== 0;
  return git('rev-parse', '--short', 'HEAD').stdout.trim() + (isChanged ? '+' : '');
}
let commit = '';

/**
 * Compares with the last run of the same length.
 * @param {string} name the same in every run @param {string} measured
 * @param {{ limit: string | { atLeast: string }, holds: boolean, values?: Values }} `limit` is the most, `atLeast` the least
 */
export function figure(name, measured, { limit, holds, values = [] }) {
  const asked = typeof limit === 'string' ? `at most ${limit}` : `at least ${limit.atLeast}`;
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${measured} (${asked})${keep(name, values, asked)}`);
  if (!holds) process.exitCode = 1;
}

/** @param {string} name @param {string} measured @param {Values} [values] */
export const report = (name, measured, values = []) => console.log(`figure ${name}: ${measured}${keep(name, values)}`);

/** @param {string} name @param {Values} values @param {string} [limit] @returns {string} the last result, in words */
function keep(name, values, limit) {
  const last = results[name]?.findLast((result) => result.short === short);
  const before = last ? `; before: ${last.median} on ${last.date.slice(0, 10)} at ${last.commit}` : '';
  const samples = [values].flat().filter(Number.isFinite);
  if (samples.length === 0) return before;
  const [low = 0, median = 0, high = 0] = [0.25, 0.5, 0.75].map((share) => Number(quantile(samples, share).toPrecision(4)));
  if (process.argv.includes('--trial')) return before;
  commit ||= readCommit();
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const run = { date: new Date().toISOString().slice(0, 16), commit, machine, load: Number(loadavg()[0]?.toFixed(1)), short };
  const result = { ...run, limit, n: samples.length, median, quartiles: [low, high] };
  results[name] = [...(results[name] ?? []), result].slice(-mostResults);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return before;
}

/** @param {string} name @param {number[]} times in ms @param {{ p50: number, p95?: number }} limit */
export function figureOfTimes(name, times, limit) {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  figure(name, `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, n ${times.length}`, {
    limit: `${limit.p50} ms at p50${limit.p95 === undefined ? '' : `, ${limit.p95} ms at p95`}`,
    holds: p50 <= limit.p50 && (limit.p95 === undefined || p95 <= limit.p95),
    values: times,
  });
}
