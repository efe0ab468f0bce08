import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCost, measureOverload } from '../bench/load/measure-load.mjs';
import { measureCluster, measureVoice } from '../bench/measure-browser.mjs';
import { measureChat, measureGuide } from '../bench/measure-chat.mjs';
import { measurePage } from '../bench/page/measure-page.mjs';
import { buildStale, root } from '../workspace.mjs';
import { helpOf } from './commands.mjs';

// `npm run bench` measures the site of `npm start`. No measurement is a test.

/** @type {Record<string, { run: (dataDir: string, options: any) => unknown, full: object, short: object }>} */
const measures = {
  chat: { run: measureChat, full: { rounds: 200, words: 4_000 }, short: { rounds: 40, words: 1_000 } },
  guide: { run: measureGuide, full: { rounds: 30 }, short: { rounds: 3 } },
  cost: { run: measureCost, full: { rounds: 5, times: 1_500 }, short: { rounds: 3, times: 300 } },
  overload: { run: measureOverload, full: { seconds: 4, times: '3,10' }, short: { seconds: 2, times: '10' } },
  voice: { run: measureVoice, full: { rounds: 12, clicks: 16, spoken: 4 }, short: { rounds: 2, clicks: 1, spoken: 1 } },
  page: { run: measurePage, full: { runs: 15, only: '' }, short: { runs: 1, only: 'landing' } },
  cluster: {
    run: measureCluster,
    full: { only: '.', seconds: 300, rate: 300, streams: 200, visitors: 1_000 },
    short: { only: 'rolling', seconds: 20, rate: 100, streams: 50, visitors: 100 },
  },
};
/** These take a few minutes and need no program besides a browser. */
const usual = ['chat', 'guide', 'cost', 'overload'];

const boolean = /** @type {const} */ ({ type: 'boolean' });
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: { short: boolean, trial: boolean, help: boolean, runs: { type: 'string' } },
});
if (values.help) {
  console.log(`npm run bench [-- NAME… [--short] [--runs N]]: measures the built site, and compares with bench/results.json.

Names: ${Object.keys(measures).join(', ')}. Without a name: ${usual.join(', ')}.
--short takes up to a minute for each name. --runs N visits each page N times. --trial writes no results and exits with 0 if a figure misses its limit.
${helpOf('bench')}`);
  process.exit(0);
}
const unknown = named.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  console.error(`Unknown names: ${unknown.join(', ')}. Choose from ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}

process.chdir(root);
buildStale();
const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-bench-'));
try {
  for (const name of named.length > 0 ? named : usual) {
    const { run, full, short } = measures[name] ?? {};
    await run?.(dataDir, { ...full, ...(values.short && short), ...(values.runs && { runs: Number(values.runs) }) });
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
if (values.trial) process.exitCode = 0;
