import { containerNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFacts } from './build-facts.ts';
import { printable } from './build-files.ts';

/**
 * What a build of the stock federation plugin (Module Federation 2, with Rsbuild, Rspack or webpack) needs beside the plugin's
 * defaults. Each sentence names the setting.
 */
export const stockChecks: readonly ((facts: BuildFacts) => void)[] = [checkContainer, checkEntry, checkPlace, checkExposes, checkNested];

/** @throws PublishRefusedError for a name that the page cannot look for */
function checkContainer({ name, stock }: BuildFacts): void {
  if (containerNameSchema.safeParse(stock?.container).success) return;
  const mend = `set "name" of the federation plugin to letters, digits and _, such as "${name}"`;
  throw new PublishRefusedError(`The container is called "${printable(stock?.container ?? '')}", which cannot be a global; ${mend}.`);
}

const scriptTypes = ['var', 'global', 'window', 'self', 'globalThis', 'this'];

/** @throws PublishRefusedError for an entry that is missing, no plain script, or leaves another global */
function checkEntry({ stock, served, manifest: { metaData } }: BuildFacts): void {
  const { entry = '', container = '' } = stock ?? {};
  const contents = served.get(entry);
  const what = `"${printable(entry)}", which the manifest names as the entry,`;
  if (!contents?.length) throw new PublishRefusedError(`${what} is not in the build or is empty; empty dist and build again.`);
  if (!scriptTypes.includes(metaData.remoteEntry?.type ?? ''))
    throw new PublishRefusedError(
      `${what} is a module (${printable(metaData.remoteEntry?.type ?? '')}), for which browsers check no hash; leave "library" of the federation plugin out.`,
    );
  if (!contents.includes(container))
    throw new PublishRefusedError(
      `${what} does not hold the name of the container, "${printable(container)}"; empty dist and build again.`,
    );
}

/** @throws PublishRefusedError for chunks that would be asked for elsewhere than beside the entry */
function checkPlace({ manifest: { metaData } }: BuildFacts): void {
  if (metaData.publicPath === 'auto') return;
  throw new PublishRefusedError(
    `The build asks for its files at "${printable(metaData.publicPath ?? '')}"; set output.assetPrefix to "auto" (output.publicPath of Rspack and webpack).`,
  );
}

/** @throws PublishRefusedError */
function checkExposes({ manifest: { exposes } }: BuildFacts): void {
  const others = exposes.filter(({ path }) => path !== './screen').map(({ path }) => `"${printable(path)}"`);
  if (others.length === 0) return;
  throw new PublishRefusedError(`The build exposes ${others.join(' and ')}; expose "./screen" alone, since a remote is one screen.`);
}

/** @throws PublishRefusedError for remotes of its own: the signed set would not hold their files */
function checkNested({ manifest: { remotes = [] } }: BuildFacts): void {
  if (remotes.length === 0) return;
  throw new PublishRefusedError(
    'The build loads remotes of its own; take "remotes" out of the federation plugin and bundle what they give.',
  );
}
