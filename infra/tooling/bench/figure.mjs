import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** @param {number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** @typedef {{ date: string, commit: string, machine: string, load: number, n: number, median: number, quartiles: [number, number] }} Result */

const file = path.join(root, 'bench/results.json');
const mostResults = 20;
/** The results of earlier runs by the name of the figure, oldest first. @type {Record<string, Result[]>} */
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

function thisRun() {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  return { date: new Date().toISOString().slice(0, 16), commit, machine };
}
const run = thisRun();

/**
 * Prints a figure beside the result of the last run and keeps it in bench/results.json.
 * @param {string} name @param {string} measured @param {string | { atLeast: string }} limit the most there may be, or the least
 * @param {boolean} holds @param {number | readonly number[]} [values] what was measured, or each sample of it
 */
export function figure(name, measured, limit, holds, values = []) {
  const asked = typeof limit === 'string' ? `at most ${limit}` : `at least ${limit.atLeast}`;
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${measured} (${asked})${keep(name, [values].flat())}`);
  if (!holds) process.exitCode = 1;
}

/** @param {string} name @param {number[]} samples @returns {string} the last result, in words */
function keep(name, samples) {
  const last = results[name]?.at(-1);
  const finite = samples.filter(Number.isFinite);
  if (finite.length > 0) {
    const [low = 0, median = 0, high = 0] = [0.25, 0.5, 0.75].map((share) => Number(quantile(finite, share).toPrecision(4)));
    const result = {
      ...run,
      load: Number(loadavg()[0]?.toFixed(1)),
      n: finite.length,
      median,
      quartiles: /** @type {[number, number]} */ ([low, high]),
    };
    results[name] = [...(results[name] ?? []), result].slice(-mostResults);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
  }
  return last ? `; before: ${last.median} on ${last.date.slice(0, 10)} at ${last.commit}` : '';
}
