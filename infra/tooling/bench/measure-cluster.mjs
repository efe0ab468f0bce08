import { loadavg } from 'node:os';
import { ensureCluster } from '../ensure-programs.mjs';
import { figure, printLoad } from './figure.mjs';
import { printFigures, runBrowser } from './measure-browser.mjs';

/**
 * Three gateways behind nginx, under load while they are stopped.
 * @param {string} dataDir @param {{ only: string, seconds: number, rate: number, streams: number, visitors: number }} options
 */
export function measureCluster(dataDir, { only, ...options }) {
  const problem = ensureCluster();
  if (problem) throw new Error(problem);
  const env = Object.fromEntries(Object.entries(options).map(([name, value]) => [`CLUSTER_${name.toUpperCase()}`, `${value}`]));
  const [before] = loadavg();
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'figures/cluster-', '--grep', only], env, dataDir);
  printFigures(annotations);
  printLoad(before);
  for (const error of errors) figure('a cluster', error, { limit: 'no fault', holds: false });
}
