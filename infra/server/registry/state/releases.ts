import { checkRemote, hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { createTable } from '../../http/kit.ts';
import type { Release } from './record.ts';
import undeclared from './undeclared-screens.json' with { type: 'json' };

export const entryFile = 'remoteEntry.js';

/** The folder a version's files are served from; baked into its build as the public path. */
export function publicPath(name: string, version: string): string {
  return `/remotes/${name}/${version}/`;
}

/** Whether the browser runs or applies the file, so that it needs a hash in the release set. */
export function isScriptOrStyle(file: string): boolean {
  return file.endsWith('.js') || file.endsWith('.css');
}

/** What versions meant that were published before screens declared themselves, and are pinned still: by their remotes' names. */
const undeclaredScreens = new Map<string, Declaration>(Object.entries(undeclared));

/** Whether a build without a declaration may be published: what it would mean is known. */
export const mayBeUndeclared = (name: string): boolean => undeclaredScreens.has(name);

/** A published release as a release set names it. */
export function pinnedRemote(release: Release, declaration = undeclaredScreens.get(release.name)): PinnedRemote {
  const { name, version, contract, stock, shared, initial, files } = release;
  const base = publicPath(name, version);
  const hashed = Object.entries(files).filter(([file]) => isScriptOrStyle(file));
  return {
    version,
    contract,
    ...(stock && { container: stock.container }),
    shared,
    entry: base + (stock?.entry ?? entryFile),
    initial: initial.map((file) => base + file),
    integrity: createTable(hashed.map(([file, { integrity }]) => [base + file, integrity])),
    ...(declaration && { declaration }),
  };
}

/** Whether the host of this site loads a release, by the rule that its page asks before any script of it runs. */
export function isLoadable(release: Pick<Release, 'contract' | 'shared'>): boolean {
  return checkRemote(release, hostOffer) === undefined;
}
