import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../scripts/workspace.mjs';
import { figure } from './figure.mjs';

const times = 5;

/** The walk of the tests over every route, five times as far and every time another way: 10,000 cases a writing route, 10,000 museums nobody has. */
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
