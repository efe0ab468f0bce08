import { gzipSync } from 'node:zlib';
import { ownReactBudget } from '@enfilade/shared-contracts/build/budgets';
import { containerProtocol, mountsItself, ownReact } from '@enfilade/shared-contracts/releases/check-remote';
import { holdsOwnReact } from '@enfilade/shared-contracts/releases/release-set';
import { compressBest } from '../artifacts/artifact-store.ts';
import type { Release } from '../state/record.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFacts } from './build-facts.ts';

/** Two Reacts that draw one tree break each other's hooks. */
export const howToShare = 'share react, react/jsx-runtime and react-dom as the preset of shared-contracts does';

const anyPage = { shared: {} };

/** The version of React that a build of contract 2 says it brings along. A page decides by the same rule, from the set. */
export function findOwnReact({ description: { contract }, manifest: { shared } }: BuildFacts): string | undefined {
  const react = shared.find(({ name }) => name === 'react');
  return react && react.version !== '' ? ownReact({ contract, shared: { react: react.requiredVersion } }, anyPage) : undefined;
}

/**
 * What stands in React and React DOM alike, of every major, whatever was shaken out of them or renamed: a property of
 * the object that updates class components. React's own marker, `__CLIENT_INTERNALS…`, goes when nothing imports it.
 */
const reactMark = 'enqueueReplaceState';

/** @throws PublishRefusedError for a React in the build's scripts, unless it is one that the page can keep apart and nothing more */
export function checkSingleReact(facts: BuildFacts): void {
  const own = findOwnReact(facts);
  const [stray] = [...facts.served].find(([file, contents]) => isStray(file, contents, own)) ?? [];
  if (stray !== undefined && mountsItself(facts.description))
    throw new PublishRefusedError(`"${stray}" is no React that a page can keep apart from its own; ${again}.`);
  if (stray !== undefined)
    throw new PublishRefusedError(`"${stray}" holds a React of its own, which breaks the hooks of the host's; ${howToShare}.`);
  if (own !== undefined) checkOwnReact(facts, own);
}

const again = 'build with the preset of shared-contracts, its "contract" 2 and another React in package.json';

function isStray(file: string, contents: Buffer, own: string | undefined): boolean {
  if (!file.endsWith('.js')) return false;
  return holdsOwnReact(file) ? own === undefined : contents.includes(reactMark);
}

function checkOwnReact({ manifest: { metaData, shared }, served }: BuildFacts, own: string): void {
  const files = [...served].filter(([file]) => holdsOwnReact(file));
  if (!files.some(([, contents]) => contents.includes(reactMark)))
    throw new PublishRefusedError(`The build does not hold the React ${own} that it says it brings along; ${again}.`);
  if (metaData.pluginVersion !== containerProtocol)
    throw new PublishRefusedError(`Only a container of federation ${containerProtocol} is given a React of its own; ${again}.`);
  for (const { name: part, version, requiredVersion } of shared) {
    if (version === own && requiredVersion === own) continue;
    throw new PublishRefusedError(`Of React ${own}, which the build brings along, "${part}" is another version; ${again}.`);
  }
}

/** @throws PublishRefusedError for more than a React and its React DOM weigh */
export function checkOwnReactSize({ name, served }: BuildFacts): void {
  const files = [...served].filter(([file]) => holdsOwnReact(file));
  const total = files.reduce((sum, [, contents]) => sum + gzipSync(contents, { level: 9 }).length, 0);
  if (total > ownReactBudget)
    throw new PublishRefusedError(`The React of ${name} has ${total} bytes after gzip and may have ${ownReactBudget}; ${again}.`);
}

/** The release with what the React it brings along weighs as it is served. */
export async function measureOwnReact(release: Release, served: ReadonlyMap<string, Buffer>): Promise<Release> {
  if (ownReact(release, anyPage) === undefined) return release;
  const files = [...served].filter(([file]) => holdsOwnReact(file));
  const sizes = await Promise.all(files.map(async ([, contents]) => (await compressBest(contents)).length));
  return { ...release, reactBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}
