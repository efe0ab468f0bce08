import path from 'node:path';
import { askGateway, museumId } from './ask.mjs';
import { figure, quantile } from './figure.mjs';
import { freePort, pssOfTree, siteAddress, startProcess } from './start-process.mjs';

/** @param {string} dataDir */
export async function measureStart(dataDir) {
  const env = { DATA_DIR: path.join(dataDir, 'start'), LOG_LEVEL: 'warn', HOST: '127.0.0.1' };
  const times = [];
  let pss = 0;
  for (let run = 0; run < 4; run += 1) {
    const site = await startProcess('npm', ['start'], { ...env, PORT: String(await freePort()) }, siteAddress);
    // The first start publishes; the others find everything as it was.
    if (run > 0) times.push(site.readyAfterMs);
    await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    await askGateway(site.origin);
    if (site.process.pid) pss = Math.max(pss, pssOfTree(site.process.pid));
    await site.stop();
  }
  const seconds = quantile(times, 0.5) / 1000;
  figure('warm start until ready', `${seconds.toFixed(2)} s, median of ${times.length}`, '5 s', seconds < 5);
  figure('all processes of npm start', `${pss.toFixed(0)} MB PSS`, '350 MB', pss <= 350);
}
