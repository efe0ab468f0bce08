// `npm run bench`: the figures the project promises, measured on what `npm start` runs. Nothing here is a test.
// With names behind `--` only those: build, start, chat, thread, voice, resolve, release, kills, fuzz, properties, leaks, cost, overload, visits; soak is half an hour and runs only when it is named.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureCost } from '../bench/load/measure-cost.mjs';
import { measureOverload, measureVisits } from '../bench/load/measure-load.mjs';
import { measureLeaks, measureSoak, measureVoice } from '../bench/measure-browser.mjs';
import { measureFirstWord } from '../bench/measure-chat.mjs';
import { measureRelease, measureResolve } from '../bench/measure-registry.mjs';
import { measureBuild, measureStart } from '../bench/measure-start.mjs';
import { measureFuzz, measureKills, measureProperties } from '../bench/measure-tests.mjs';
import { measureThread } from '../bench/measure-thread.mjs';
import { root } from '../workspace.mjs';

/** @type {Record<string, (dataDir: string) => void | Promise<void>>} */
const measures = {
  build: measureBuild,
  start: measureStart,
  chat: measureFirstWord,
  thread: measureThread,
  voice: measureVoice,
  resolve: measureResolve,
  release: measureRelease,
  kills: measureKills,
  fuzz: measureFuzz,
  properties: measureProperties,
  leaks: measureLeaks,
  cost: measureCost,
  overload: measureOverload,
  visits: measureVisits,
  soak: measureSoak,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !measures[name]);
if (unknown.length > 0) {
  console.error(`There is nothing to measure called ${unknown.join(', ')}; there is ${Object.keys(measures).join(', ')}`);
  process.exit(1);
}
const wanted = named.length > 0 ? named : Object.keys(measures).filter((name) => name !== 'soak');

process.chdir(root);
// Measuring the build builds; whoever leaves it out measures what is built, brought up to date.
if (!wanted.includes('build')) {
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-bench-'));
try {
  for (const [name, measure] of Object.entries(measures)) if (wanted.includes(name)) await measure(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
