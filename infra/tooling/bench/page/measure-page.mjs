import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../workspace.mjs';
import { quantile } from '../figure.mjs';
import { runBrowser, samplesOf } from '../measure-browser.mjs';
import { siteAddress, startProcess } from '../start-process.mjs';
import { buildApplications } from './build-applications.mjs';

/** What a first visit costs here and as one application. @param {string} dataDir @param {string[]} args */
export async function measurePage(dataDir, args) {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '15' }, only: { type: 'string', default: '' } } });
  const built = await buildApplications();
  // As on a machine of one's own: in production a site pins nothing by itself.
  const common = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '' };
  const node = process.execPath;
  const started = await Promise.all([
    startProcess(node, ['infra/server/dist/site.mjs'], { ...common, DATA_DIR: path.join(dataDir, 'page') }, siteAddress),
    startProcess(node, [built.program, root, built.ordinary], common, siteAddress),
    startProcess(node, [built.program, root, built.tuned], common, siteAddress),
  ]);
  const [composed, ordinary, tuned] = started.map(({ origin }) => origin);
  const sites = { composed, ordinary, tuned };
  try {
    const env = { PAGE_SITES: JSON.stringify(sites), PAGE_RUNS: values.runs, PAGE_ONLY: values.only };
    const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'page.spec.ts'], env, dataDir);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    report(samplesOf(annotations), Number(values.runs));
  } finally {
    for (const { stop } of started) await stop();
  }
}

/** @param {Map<string, number[]>} samples @param {number} runs */
function report(samples, runs) {
  const figures = [...new Set([...samples.keys()].map((key) => key.replace(/^\w+\|/, '')))];
  const of = (/** @type {string} */ site, /** @type {string} */ figure) => samples.get(`${site}|${figure}`) ?? [];
  const rows = figures.map((figure) => {
    const medians = ['composed', 'tuned', 'ordinary'].map((site) => quantile(of(site, figure), 0.5));
    const ratios = ['tuned', 'ordinary'].map((other) =>
      quartiles(of('composed', figure).map((value, run) => value / (of(other, figure)[run] ?? Number.NaN))),
    );
    return { figure, medians, ratios };
  });
  console.table(
    Object.fromEntries(
      rows.map(({ figure, medians: [composed, tuned, ordinary], ratios: [toTuned, toOrdinary] }) => [
        figure.replace('|', ' '),
        { composed, tuned, ordinary, '/ tuned': toTuned?.join(' '), '/ ordinary': toOrdinary?.join(' ') },
      ]),
    ),
  );
  const folder = path.join(root, '.cache/bench');
  mkdirSync(folder, { recursive: true });
  const machine = { cores: availableParallelism(), load: loadavg()[0] };
  writeFileSync(path.join(folder, 'page.json'), JSON.stringify({ runs, machine, samples: Object.fromEntries(samples) }, null, 2));
}

/** @param {number[]} values */
const quartiles = (values) => [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(2));
