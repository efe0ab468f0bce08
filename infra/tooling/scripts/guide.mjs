// `npm run guide -- check`: asks a museum's golden questions of its guide. Builds platform and server when they are stale.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, stalePackages } from '../workspace.mjs';

process.chdir(root);
const stale = stalePackages(['infra/platform', 'infra/server']);
if (stale.length > 0) {
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs', ...stale], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(path.join(root, 'infra/server/dist/guide.mjs')).href);
