import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** @param {readonly number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

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
 * Prints and stores the median and the quartiles. Compares with the limits and with the last run of the same length.
 * @param {string} name the same in every run @param {number | readonly number[]} values the measured value, or each sample
 * @param {{ unit?: string, most?: number, least?: number, p95?: number, note?: string }} limits `most` and `least` of the median, `p95`: the most of the 95th percentile
 */
export function figure(name, values, { unit = '', most, least, p95, note }) {
  const samples = [values].flat();
  const at = (/** @type {number} */ share) => quantile(samples, share);
  const limits = [
    { text: `at most ${most}`, limit: most, holds: at(0.5) <= Number(most) },
    { text: `at least ${least}`, limit: least, holds: at(0.5) >= Number(least) },
    { text: `at most ${p95} at p95`, limit: p95, holds: at(0.95) <= Number(p95) },
  ].filter(({ limit }) => limit !== undefined);
  const [low, median, high, late] = [0.25, 0.5, 0.75, 0.95].map((share) => Number(at(share).toPrecision(4)));
  const spread = samples.length > 1 ? ` (quartiles ${low} and ${high}, p95 ${late}, n ${samples.length})` : '';
  const limit = limits.map(({ text }) => text).join(', ') || undefined;
  const isMissed = limits.some(({ holds }) => !holds);
  const judged = isMissed ? 'MISSED' : 'holds ';
  const line = `${name}: ${`${median} ${unit}`.trim()}${spread}${note ? `; ${note}` : ''}${limit ? ` (${limit})` : ''}`;
  console.log(`${limit ? judged : 'figure'}  ${line}${keep(name, samples, limit)}`);
  if (isMissed) process.exitCode = 1;
}

/** @param {string} name @param {readonly number[]} values @param {string} [limit] @returns {string} the last result, in words */
function keep(name, values, limit) {
  const last = results[name]?.findLast((result) => result.short === short);
  const before = last ? `; before: ${last.median} on ${last.date.slice(0, 10)} at ${last.commit}` : '';
  const samples = values.filter(Number.isFinite);
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
