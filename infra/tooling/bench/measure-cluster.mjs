import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureCluster } from '../ensure-programs.mjs';
import { figure } from './figure.mjs';
import { runBrowser } from './measure-browser.mjs';

const text = (/** @type {string} */ otherwise) => /** @type {const} */ ({ type: 'string', default: otherwise });

/** Three gateways behind nginx, under load while they are stopped. @param {string} dataDir @param {string[]} args */
export function measureCluster(dataDir, args) {
  const problem = ensureCluster();
  if (problem) throw new Error(problem);
  const { values } = parseArgs({
    args,
    options: { only: text('.'), seconds: text('300'), rate: text('300'), streams: text('200'), visitors: text('1000') },
  });
  const env = {
    CLUSTER_SECONDS: values.seconds,
    CLUSTER_RATE: values.rate,
    CLUSTER_STREAMS: values.streams,
    CLUSTER_VISITORS: values.visitors,
  };
  const [before = 0] = loadavg();
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'figures/cluster-', '--grep', values.only], env, dataDir);
  for (const { type, description = '' } of annotations) {
    if (type !== 'figure') continue;
    const { name, measured, limit, holds } = JSON.parse(description);
    if (limit === undefined) console.log(`told   ${name}: ${measured}`);
    else figure(name, measured, limit, holds);
  }
  console.log(`        load of the machine: ${before.toFixed(1)} when it began, on ${availableParallelism()} cores`);
  for (const error of errors) figure('a cluster', error, 'no fault', false);
}
