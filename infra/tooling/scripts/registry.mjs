// `npm run registry -- COMMAND`: backup, restore, move, verify and repair of a site on this machine. Builds it when it is stale.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, stalePackages } from '../workspace.mjs';

process.chdir(root);
if (stalePackages(['infra/server']).length > 0) {
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs', 'infra/server'], { stdio: ['ignore', 2, 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(path.join(root, 'infra/server/dist/registry.mjs')).href);
