import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { figure } from './figure.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

const limitMinutes = 5;
const hosts = 3;

/** Every screen in three hosts at twelve museums: the demo's, and each once more under other ids. @param {string} dataDir */
export async function measureCanShip(dataDir) {
  const content = path.join(dataDir, 'museums');
  doubleMuseums(content);
  const load = loadavg()[0]?.toFixed(1);
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: '',
    DATA_DIR: path.join(dataDir, 'can-ship'),
    CONTENT_DIR: content,
  };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  try {
    const folders = Array.from({ length: hosts }, (_, at) => otherHost(dataDir, at));
    const args = ['infra/tooling/scripts/remotes.mjs', 'can-ship', '--json', '--registry', site.origin];
    args.push('--token-file', path.join(env.DATA_DIR, 'tokens/local'), ...folders.flatMap((folder) => ['--host', folder]));
    const began = performance.now();
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 });
    const minutes = (performance.now() - began) / 60_000;
    /** @type {{ canShip?: boolean, cells?: { name: string, museumId: string, plays: number, failed: { play: string, problem: string }[] }[] }} */
    const { canShip = false, cells = [] } = JSON.parse(stdout || '{}');
    if (!canShip) console.log(stderr, cells.flatMap(({ failed }) => failed.map(({ play, problem }) => `${play}: ${problem}`)).join('\n'));
    const counted = `${new Set(cells.map(({ name }) => name)).size} screens × ${hosts} hosts × ${new Set(cells.map(({ museumId }) => museumId)).size} museums`;
    const plays = cells.reduce((sum, cell) => sum + cell.plays, 0);
    const measured = `${minutes.toFixed(1)} min, ${plays} plays, load before ${load}`;
    figure(`can-ship of ${counted}`, measured, `${limitMinutes} min`, canShip && minutes <= limitMinutes);
  } finally {
    await site.stop();
  }
}

/** @param {string} content */
function doubleMuseums(content) {
  const demo = path.join(root, 'infra/demo/museums');
  for (const name of readdirSync(demo)) {
    cpSync(path.join(demo, name), path.join(content, 'museums', name), { recursive: true });
    const twin = path.join(content, 'museums', `${name}-twin`);
    cpSync(path.join(demo, name), twin, { recursive: true });
    for (const file of readdirSync(twin, { recursive: true, encoding: 'utf8' }).filter((each) => /\.(?:json|md)$/.test(each))) {
      const text = readFileSync(path.join(twin, file), 'utf8');
      const other = text
        .replaceAll(`/media/museums/${name}/`, `/media/museums/${name}-twin/`)
        // Ids, and the beginnings of some.
        .replace(/\b6(?=[67][0-9a-f]{22}\b)|(?<="museum": ")6/g, '7')
        .replace('"wallCode": "', '"wallCode": "X');
      writeFileSync(path.join(twin, file), other);
    }
  }
}

/** The built host, with another name. @param {string} dataDir @param {number} number */
function otherHost(dataDir, number) {
  const folder = path.join(dataDir, `host-${number}/dist`);
  cpSync(path.join(root, 'host/dist'), folder, { recursive: true });
  appendFileSync(path.join(folder, 'index.html'), `<!-- ${number} -->`);
  return folder;
}
