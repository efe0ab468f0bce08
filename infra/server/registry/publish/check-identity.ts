import { containerName } from '@enfilade/shared-contracts/remote/container-name';
import { publicPath } from '../state/pinned-remote.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { Facts } from './build-facts.ts';

/** @throws PublishRefusedError for a build of another remote */
export function checkName({ name, description }: Facts): void {
  if (description.name === name) return;
  throw new PublishRefusedError(`The build calls itself "${description.name}"; publish it under that name, or build ${name}.`);
}

/** @throws PublishRefusedError for a global that does not carry the version: two versions of it in one page would share chunks */
export function checkContainer({ name, description, manifest }: Facts): void {
  const container = containerName(name, description.version);
  const { globalName } = manifest.metaData;
  if (globalName === undefined || globalName === container) return;
  throw new PublishRefusedError(
    `The build's container is not called ${container}, as the host expects; build it with the preset of shared-contracts.`,
  );
}

/** @throws PublishRefusedError for chunks that would be asked for elsewhere than in the version's own folder */
export function checkPublicPath({ name, description, manifest }: Facts): void {
  const base = publicPath(name, description.version);
  const given = manifest.metaData.publicPath;
  if (given === undefined || given === base || given === 'auto') return;
  throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
}
