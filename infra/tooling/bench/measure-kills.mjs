import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../scripts/workspace.mjs';
import { figure } from './figure.mjs';

const kills = 200;

/** The test of the registry's crashes, with as many as are promised, over SQLite and over PostgreSQL. */
export function measureKills() {
  const rstest = path.join(root, 'node_modules/@rstest/core/bin/rstest.js');
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [rstest, 'run', 'infra/server/registry/crash.test.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KILLS: `${kills}` },
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  if (status !== 0) console.log(stdout + stderr);
  const measured = status === 0 ? `nothing lost, nothing twice, every chain whole, in ${seconds} s` : 'see above';
  figure(`${kills} kill -9 over SQLite and ${kills} over PostgreSQL`, measured, '0 acknowledged changes lost', status === 0);
}
