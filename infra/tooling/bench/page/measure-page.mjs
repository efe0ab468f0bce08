import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../workspace.mjs';
import { runBrowser, samplesOf } from '../measure-browser.mjs';
import { siteAddress, startProcess } from '../start-process.mjs';
import { buildApplications } from './build-applications.mjs';
import { compareSites, drawRatios, printTable } from './page-report.mjs';
import { preparePeer } from './peer-shell.mjs';

const keptIn = path.join(root, '.cache/bench');

/** What a first visit costs here and as one application. @param {string} dataDir @param {string[]} args */
export async function measurePage(dataDir, args) {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '15' }, only: { type: 'string', default: '' } } });
  const built = await buildApplications();
  // As on a machine of one's own: in production a site pins nothing by itself.
  const common = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '' };
  const peerDir = path.join(keptIn, 'peer');
  const start = (/** @type {string[]} */ ...given) => startProcess(process.execPath, given, common, siteAddress);
  const started = {
    composed: await startProcess(
      process.execPath,
      ['infra/server/dist/site.mjs'],
      { ...common, DATA_DIR: path.join(dataDir, 'page') },
      siteAddress,
    ),
    ordinary: await start(built.program, root, built.ordinary),
    tuned: await start(built.program, root, built.tuned),
    ...(preparePeer(peerDir) && { peer: await start(path.join(import.meta.dirname, 'peer-shell.mjs'), peerDir) }),
  };
  const sites = Object.fromEntries(Object.entries(started).map(([name, { origin }]) => [name, origin]));
  try {
    const env = { PAGE_SITES: JSON.stringify(sites), PAGE_RUNS: values.runs, PAGE_ONLY: values.only };
    const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'page.spec.ts'], env, dataDir);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    report(samplesOf(annotations), Number(values.runs));
  } finally {
    for (const { stop } of Object.values(started)) await stop();
  }
}

/** Prints the table; the samples and a picture of the ratios are kept beside each other. @param {Map<string, number[]>} samples @param {number} runs */
function report(samples, runs) {
  const rows = compareSites(samples);
  printTable(rows);
  mkdirSync(keptIn, { recursive: true });
  const machine = { cores: availableParallelism(), load: loadavg()[0], node: process.version };
  const kept = { runs, machine, rows, samples: Object.fromEntries(samples) };
  writeFileSync(path.join(keptIn, 'page.json'), `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(path.join(keptIn, 'page.svg'), drawRatios(rows));
  console.log(
    `${runs} runs, load ${machine.load?.toFixed(1)} on ${machine.cores} cores; kept in ${path.relative(process.cwd(), keptIn)}/page.json and page.svg`,
  );
}
