import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { builtPackages, root } from '../scripts/workspace.mjs';
import { figure } from './figure.mjs';

export function measureBuild() {
  for (const name of builtPackages) rmSync(path.join(root, name, 'dist'), { recursive: true, force: true });
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const seconds = (performance.now() - began) / 1000;
  figure('build of everything', `${seconds.toFixed(1)} s`, '30 s', seconds <= 30);
}
