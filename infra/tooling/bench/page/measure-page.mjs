import path from 'node:path';
import { root } from '../../workspace.mjs';
import { figure, quantile } from '../figure.mjs';
import { runBrowser, samplesOf } from '../measure-browser.mjs';
import { startSite } from '../start-process.mjs';
import { buildApplication } from './build-application.mjs';

const composed = 'composed';
/** Figures that are compared as a ratio. */
const compared = /\|(round trips|bytes|usable ms|first paint ms|main thread ms)$/;

/** @param {string} dataDir @param {{ runs: number, only: string }} options */
export async function measurePage(dataDir, { runs, only }) {
  const built = await buildApplication();
  // Without NODE_ENV=production, because a start in production pins nothing.
  const common = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '', DATA_DIR: path.join(dataDir, 'page') };
  const start = (/** @type {string[]} */ ...given) => startSite(given, common);
  const started = {
    composed: await start('infra/server/dist/site.mjs'),
    application: await start(built.program, root, built.application),
  };
  const sites = Object.fromEntries(Object.entries(started).map(([name, { origin }]) => [name, origin]));
  try {
    const env = { PAGE_SITES: JSON.stringify(sites), PAGE_RUNS: `${runs}`, PAGE_ONLY: only };
    reportSites(samplesOf(runBrowser('a page in a browser', ['page.spec.ts'], env, dataDir)));
  } finally {
    for (const { stop } of Object.values(started)) await stop();
  }
}

/** @param {ReadonlyMap<string, number[]>} samples `site|screen|figure` → a value of each run, or one value */
function reportSites(samples) {
  const sites = [...new Set([...samples.keys()].map((key) => key.slice(0, key.indexOf('|'))))];
  const names = [...new Set([...samples.keys()].map((key) => key.slice(key.indexOf('|') + 1)))].sort((one, other) =>
    one.localeCompare(other),
  );
  const of = (/** @type {string} */ site, /** @type {string} */ name) => samples.get(`${site}|${name}`) ?? [];
  const rows = names.map((name) => {
    const medians = sites.map((site) => [site, Number(quantile(of(site, name), 0.5).toPrecision(4))]);
    return [name.replace('|', ', '), Object.fromEntries(medians)];
  });
  console.table(Object.fromEntries(rows));
  for (const name of names.filter((one) => compared.test(one)))
    for (const other of sites.filter((site) => site !== composed)) {
      // Compares runs that followed each other.
      const ratios = of(composed, name).map((value, run) => value / (of(other, name)[run] ?? Number.NaN));
      figure(`${name.replace('|', ', ')}, ${composed} / ${other}`, ratios, {});
    }
}
