import { parseKeys } from '@enfilade/server/http/key-files';
import { createSetSigner, signingKeys } from '@enfilade/server/registry/signing/set-signer';
import { pinnedRemote } from '@enfilade/server/registry/state/releases';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Fill } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { offeredSlots } from '@enfilade/shared-contracts/releases/slots';
import type { LocalRemotes, RunningVersions } from './local-builds.ts';

export type LocalSets = ReturnType<typeof createLocalSets>;

/** The signing key exists only in this process. @param say called once for each reason why no page shows a local build */
export function createLocalSets(remotes: LocalRemotes, clock: Clock, say: (line: string) => void) {
  const keys = parseKeys(signingKeys, Buffer.from(signingKeys.create()), 'The dev server');
  const signer = createSetSigner(() => keys, clock);
  const said = new Set<string>();
  function sayUnseen({ remotes: ofSet }: UnsignedSet): void {
    for (const { release } of remotes.releases()) {
      const reason = reasonUnseen(release.name, ofSet);
      if (reason === undefined || said.has(reason)) continue;
      said.add(reason);
      say(reason);
    }
  }
  return {
    /** @param running the versions in the requesting page */
    rewrite(set: ReleaseSet, running?: RunningVersions): ReleaseSet {
      const unsigned = pinLocal(set, remotes, running);
      sayUnseen(unsigned);
      return signer.sign(unsigned, set.museumId);
    },
    /** Local pages trust these keys instead of the site's keys. */
    publicKeys: signer.publicKeys,
  };
}

/** Drops the site's grants for remotes with a local build. */
function pinLocal(set: ReleaseSet, remotes: LocalRemotes, running: RunningVersions | undefined): UnsignedSet {
  const { museumId, sequence, issuedAt, contract, remotes: ofSite, grants = [] } = set;
  const local = remotes.releases(running);
  const left = grants.filter(({ remote }) => local.every(({ release }) => release.name !== remote));
  const pinned = Object.fromEntries(local.map(({ release }) => [release.name, pinnedRemote(release)]));
  return {
    museumId,
    sequence: sequence + remotes.generation(),
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

/** `inspectLocalBuild` refuses a build without route and slot. */
function reasonUnseen(name: string, remotes: UnsignedSet['remotes']): string | undefined {
  const { routes = [], entries = [], provides, conversation, audience } = remotes[name]?.declaration ?? {};
  for (const [other, { declaration }] of Object.entries(remotes)) {
    const route = other === name ? undefined : declaration?.routes.find((path) => routes.includes(path));
    if (route !== undefined)
      return `Pages show only one of ${name} and ${other}: both have the route ${route}. Name another one in declaration.json.`;
  }
  const isReached = entries.length > 0 || provides || conversation || audience || routes.length === 0;
  return isReached
    ? undefined
    : `No entry leads to ${name}: visitors reach it by its address ${routes[0]}, or from screens that name it. Its declaration may have entries.`;
}
