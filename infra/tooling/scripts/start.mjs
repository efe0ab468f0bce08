// `npm start`: builds what is stale in a process of its own (its memory goes with it), then is the site.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, stalePackages } from '../workspace.mjs';

process.chdir(root);
if (stalePackages().length > 0) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'infra/tooling/scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (process.env['npm_lifecycle_event'] === 'start') {
  // Whoever ends npm ends its shell, but not what the shell runs: without its parent the site ends itself.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.emit('SIGTERM'), 500).unref();
}
await import(path.join(root, 'infra/server/dist/site.mjs'));
