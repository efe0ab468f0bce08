// `npm run guide -- check`: asks a museum's golden questions of its guide. Builds the platform when it is stale.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, stalePackages } from '../workspace.mjs';

process.chdir(root);
if (stalePackages(['infra/platform']).length > 0) {
  const { status } = spawnSync(process.execPath, ['infra/tooling/scripts/build.mjs', 'infra/platform'], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(path.join(root, 'infra/platform/dist/guide.mjs')).href);
