import { parseKeys } from '@enfilade/server/http/key-files';
import { createSetSigner, signingKeys } from '@enfilade/server/registry/signing/set-signer';
import { pinnedRemote } from '@enfilade/server/registry/state/releases';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Fill } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import type { LocalBuilds, RunningVersions } from './local-builds.ts';

export type LocalSets = ReturnType<typeof createLocalSets>;

/** The signing key exists only in this process. */
export function createLocalSets(builds: LocalBuilds, clock: Clock) {
  const keys = parseKeys(signingKeys, Buffer.from(signingKeys.create()), 'The dev server');
  const signer = createSetSigner(() => keys, clock);
  return {
    /** @param running the versions in the requesting page */
    rewrite: (set: ReleaseSet, running?: RunningVersions): ReleaseSet => signer.sign(pinLocal(set, builds, running), set.museumId),
    /** Local pages trust these keys instead of the site's keys. */
    publicKeys: signer.publicKeys,
  };
}

/** Drops the site's grants for remotes with a local build. */
function pinLocal(set: ReleaseSet, builds: LocalBuilds, running: RunningVersions | undefined): UnsignedSet {
  const { museumId, sequence, issuedAt, contract, remotes: ofSite, grants = [] } = set;
  const pinned = Object.fromEntries(builds.releases(running).map((release) => [release.name, pinnedRemote(release)]));
  const left = grants.filter(({ remote }) => !(remote in pinned));
  return {
    museumId,
    sequence: sequence + builds.generation(),
    issuedAt,
    contract,
    remotes: withPlaces({ ...ofSite, ...pinned }),
    ...(left.length > 0 && { grants: left }),
  };
}

/** A page's set does not contain the slots of the site's own screens. */
function withPlaces(remotes: UnsignedSet['remotes']): UnsignedSet['remotes'] {
  const offered = offeredSlots(remotes);
  const placed = (fill: Fill): Fill => {
    const place = offered.get(fill.slot);
    return place ? { ...fill, ms: place.budget.ms, height: place.height } : fill;
  };
  return Object.fromEntries(
    Object.entries(remotes).map(([name, { declaration, ...remote }]) => {
      const { fills } = declaration ?? {};
      return [name, { ...remote, ...(declaration && { declaration: { ...declaration, ...(fills && { fills: fills.map(placed) }) } }) }];
    }),
  );
}
