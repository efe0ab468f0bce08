import path from 'node:path';
import { figure, quantile } from './figure.mjs';
import { askGateway, museumId } from './measure-chat.mjs';
import { pssOfTree, siteAddress, startProcess } from './start-process.mjs';

/** A warm start, and the memory of all processes. @param {string} dataDir @param {{ runs: number }} options */
export async function measureStart(dataDir, { runs }) {
  const env = { DATA_DIR: path.join(dataDir, 'start'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const times = [];
  let pss = 0;
  for (let run = 0; run <= runs; run += 1) {
    const site = await startProcess('npm', ['start'], env, siteAddress);
    // The first start publishes the screens; each later start finds everything published.
    if (run > 0) times.push(site.readyAfterMs / 1_000);
    await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    await askGateway(site.origin);
    if (site.process.pid) pss = Math.max(pss, pssOfTree(site.process.pid));
    await site.stop();
  }
  const seconds = quantile(times, 0.5);
  figure('warm start until ready', `${seconds.toFixed(2)} s, median of ${times.length}`, {
    limit: '5 s',
    holds: seconds < 5,
    values: times,
  });
  figure('all processes of npm start', `${pss.toFixed(0)} MB PSS`, { limit: '350 MB', holds: pss <= 350, values: pss });
}
