import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { hostOffer, ownReact } from '@enfilade/shared-contracts/releases/check-remote';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { selectReleaseSet } from './release-set.ts';

export interface ReactPriceQuestion {
  museumId: MuseumKey;
  /** Remote → version that visitors shall get from now on. */
  versions: Readonly<Record<string, string>>;
  /** How many museums that is, where it is known. */
  reach?: number | undefined;
}

/**
 * What visitors load more on their first visit because versions bring a React that nothing else in the museum's set
 * brings. Screens that bring exactly the same share one.
 * @throws PublishRefusedError which names the price
 */
export function checkReactPrice(state: RegistryState, { museumId, versions, reach }: ReactPriceQuestion): void {
  const known = new Set(Object.values(selectReleaseSet(state, museumId).remotes).map((remote) => ownReact(remote, hostOffer)));
  const prices = Object.entries(versions).flatMap(([name, version]) => {
    const published = state.versions.get(name)?.get(version);
    const react = published && ownReact(published.pinned, hostOffer);
    if (!published || react === undefined || known.has(react)) return [];
    known.add(react);
    const kilobytes = ((published.release.reactBytes ?? 0) / 1_000).toFixed(1);
    return [`${name} ${version} brings React DOM ${react} of its own: +${kilobytes} kB (Brotli) on the first visit to it`];
  });
  if (prices.length === 0) return;
  const whose = museumId === '*' ? describeReach(reach) : `visitors of museum ${museumId}`;
  throw new PublishRefusedError(
    `${prices.join('; ')}, for ${whose}. Accept that with --accept-price ("acceptPrice": true), or build it for React ${hostOffer.shared['react']}.`,
  );
}

function describeReach(museums: number | undefined): string {
  if (museums === undefined) return 'visitors of every museum without a version of its own';
  return `visitors of ${museums} ${museums === 1 ? 'museum' : 'museums'}`;
}
