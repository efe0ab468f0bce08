import path from 'node:path';
import { root } from '../../workspace.mjs';
import { printLoad } from '../figure.mjs';
import { runBrowser, samplesOf } from '../measure-browser.mjs';
import { siteAddress, startProcess } from '../start-process.mjs';
import { buildApplication } from './build-application.mjs';
import { reportSites } from './page-report.mjs';

/** What a first visit costs here and as one application. @param {string} dataDir @param {{ runs: number, only: string }} options */
export async function measurePage(dataDir, { runs, only }) {
  const built = await buildApplication();
  // As on a machine of one's own: in production a site pins nothing by itself.
  const common = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '', DATA_DIR: path.join(dataDir, 'page') };
  const start = (/** @type {string[]} */ ...given) => startProcess(process.execPath, given, common, siteAddress);
  const started = {
    composed: await start('infra/server/dist/site.mjs'),
    application: await start(built.program, root, built.application),
  };
  const sites = Object.fromEntries(Object.entries(started).map(([name, { origin }]) => [name, origin]));
  try {
    const env = { PAGE_SITES: JSON.stringify(sites), PAGE_RUNS: `${runs}`, PAGE_ONLY: only };
    const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'page.spec.ts'], env, dataDir);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    reportSites(samplesOf(annotations));
    printLoad();
  } finally {
    for (const { stop } of Object.values(started)) await stop();
  }
}
