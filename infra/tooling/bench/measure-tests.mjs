import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';
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

const times = 25;

/** The walk of the tests over every route, 25 times as far and every time another way: 10,000 cases a writing route, 10,000 museums nobody has. */
export function measureFuzz() {
  const seed = process.env['PROPERTY_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
  const { status, stdout } = spawnSync(path.join(root, 'node_modules/.bin/rstest'), ['run', 'e2e/fuzz'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FUZZ_TIMES: String(times), PROPERTY_SEED: seed },
  });
  if (status !== 0) console.log(stdout);
  const measured = status === 0 ? 'none' : `PROPERTY_SEED=${seed} shows them`;
  figure('answers out of their schema, of 10,000 cases a writing and 2,500 a reading route', measured, 'none', status === 0);
}

/** Property tests that walk less far in `npm test`: shares of 100,000 visitors, orders of calls, cut files, histories. */
export function measureProperties() {
  const files = ['rollout-bucket', 'choose-versions', 'spending/spending', 'sqlite-journal', 'registry/replay'];
  const { status, stdout } = spawnSync(path.join(root, 'node_modules/.bin/rstest'), ['run', '--project', 'server', ...files], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, THOROUGH: '1' },
  });
  if (status !== 0) console.log(stdout);
  figure('properties that did not hold', status === 0 ? 'none' : 'see above', 'none', status === 0);
}
