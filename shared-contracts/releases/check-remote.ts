import { contractVersion } from './contract.ts';
import type { PinnedRemote } from './release-set.ts';
import { satisfies } from './version-range.ts';

/** What the page provides to a remote. */
export interface PageOffer {
  /** Version of the page's contract. */
  contract: string;
  /** Each generation of federation it loads. */
  federation: readonly string[];
  /** Shared package → its version on the page. */
  shared: Record<string, string>;
}

/** Of builds whose entry needs nothing but the page's shared packages: a container with `init` and `get`, as webpack 5 began it. */
export const containerProtocol = '1.0.0';

/**
 * What the host of this checkout provides, for whoever has no page to ask: the registry before it takes or gives a
 * version. A test of the host compares it with the packages that are in the page.
 */
export const hostOffer: PageOffer = {
  contract: contractVersion,
  federation: [containerProtocol, '2.9.2'],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1' },
};

/**
 * contract, federation: the page's version lies outside the remote's range · shared-missing: it wants a shared
 * package that the page does not have · shared-range-missing: it names no range for React and so would bring its own,
 * and hooks of two Reacts break each other · shared: the page's version of a package lies outside its range
 */
export type RemoteProblemCode = 'contract' | 'federation' | 'shared-missing' | 'shared-range-missing' | 'shared';

export interface RemoteProblem {
  code: RemoteProblemCode;
  /** The shared package it is about. */
  package?: string;
  /** The remote's range; undefined when it has none. */
  wanted?: string;
  /** The page's version; undefined when it has none. */
  offered?: string;
}

/** Why `remote` must not run on this page, or undefined. Decided from the release set alone, before any of its scripts runs. */
export function checkRemote(remote: Pick<PinnedRemote, 'contract' | 'federation' | 'shared'>, page: PageOffer): RemoteProblem | undefined {
  if (!satisfies(page.contract, remote.contract)) return { code: 'contract', wanted: remote.contract, offered: page.contract };
  if (!page.federation.some((version) => satisfies(version, remote.federation)))
    return { code: 'federation', wanted: remote.federation, offered: page.federation.join(' and ') };
  if (!Object.hasOwn(remote.shared, 'react')) return { code: 'shared-range-missing', package: 'react' };
  for (const [name, wanted] of Object.entries(remote.shared)) {
    const offered = Object.hasOwn(page.shared, name) ? page.shared[name] : undefined;
    if (offered === undefined) return { code: 'shared-missing', package: name, wanted };
    if (!satisfies(offered, wanted)) return { code: 'shared', package: name, wanted, offered };
  }
  return undefined;
}
