import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { builtPackages, root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';
import { askGateway, museumId } from './measure-chat.mjs';
import { freePort, pssOfTree, siteAddress, startProcess } from './start-process.mjs';

export function measureBuild() {
  for (const name of builtPackages) rmSync(path.join(root, name, 'dist'), { recursive: true, force: true });
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const seconds = (performance.now() - began) / 1000;
  figure('build of everything', `${seconds.toFixed(1)} s`, '30 s', seconds <= 30);
}

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
