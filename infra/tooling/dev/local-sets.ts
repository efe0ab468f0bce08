import { parseKeys } from '@enfilade/server/http/key-files';
import { createSetSigner } from '@enfilade/server/registry/signing/set-signer';
import { signingKeys } from '@enfilade/server/registry/signing/signing-key';
import { pinnedRemote } from '@enfilade/server/registry/state/releases';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { canonicalJson } from '@enfilade/shared-contracts/releases/signed-set';
import { LRUCache } from 'lru-cache';
import type { LocalRemotes, RunningVersions } from './local-builds.ts';

/** Release sets as pages of the dev server get them. */
export type LocalSets = ReturnType<typeof createLocalSets>;

const keptSets = 200;

/** Signs with a key that lives as long as the process and is written nowhere. */
export function createLocalSets(remotes: LocalRemotes, clock: Clock) {
  const keys = parseKeys(signingKeys, Buffer.from(signingKeys.create()), 'The dev server');
  const signer = createSetSigner(() => keys, clock);
  // The signer answers with the same set for the same object: then a page that asks again is told that nothing is new.
  const known = new LRUCache<string, UnsignedSet>({ max: keptSets });
  return {
    /**
     * The site's set with the local builds pinned, signed by the dev server; the same object as long as neither changes.
     * @param running in the page that asks
     */
    rewrite(set: ReleaseSet, running?: RunningVersions): ReleaseSet {
      const unsigned = pinLocal(set, remotes, running);
      const { issuedAt: _, ...lasting } = unsigned;
      const key = canonicalJson(lasting);
      const same = known.get(key) ?? unsigned;
      known.set(key, same);
      return signer.sign(same, set.museumId);
    },
    /** What such pages are to trust instead of the site's keys. */
    publicKeys: signer.publicKeys,
  };
}

/** A version that is built here stands there by no grant of the site's. */
function pinLocal(set: ReleaseSet, remotes: LocalRemotes, running: RunningVersions | undefined): UnsignedSet {
  const { museumId, sequence, issuedAt, contract, remotes: ofSite, grants = [] } = set;
  const local = remotes.releases(running);
  const left = grants.filter(({ remote }) => local.every(({ name }) => name !== remote));
  return {
    museumId,
    sequence: sequence + remotes.generation(),
    issuedAt,
    contract,
    remotes: { ...ofSite, ...Object.fromEntries(local.map((release) => [release.name, pinnedRemote(release)])) },
    ...(left.length > 0 && { grants: left }),
  };
}
