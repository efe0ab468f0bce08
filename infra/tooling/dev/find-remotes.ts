import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { operatorRemote } from '@enfilade/shared-contracts/remote/contract';
import type { RemoteFolder } from './builds/watch-remote.ts';
import { DevUsageError } from './dev-error.ts';

/** Every remote of this checkout, by its folder. */
export function findRemotes(root: string): RemoteFolder[] {
  const screens = readdirSync(root).flatMap((folder) => /^mfe-([a-z][a-z0-9]+)$/.exec(folder)?.[1] ?? []);
  const folders = screens.map((name) => ({ name, folder: path.join(root, `mfe-${name}`) }));
  const all = [...folders, { name: operatorRemote, folder: path.join(root, 'infra/console') }];
  return all.filter(({ folder }) => existsSync(path.join(folder, 'rsbuild.config.ts')));
}

/** @throws DevUsageError that lists what there is */
export function pickRemote(root: string, name: string): RemoteFolder {
  const remotes = findRemotes(root);
  const found = remotes.find((remote) => remote.name === name);
  if (found) return found;
  throw new DevUsageError(
    `There is no screen "${name}" here, only ${remotes.map((remote) => remote.name).join(', ')}; --folder names one elsewhere`,
  );
}
