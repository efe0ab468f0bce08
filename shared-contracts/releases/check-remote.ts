import { contractVersion, mountContractVersion } from './contract.ts';
import type { PinnedRemote } from './release-set.ts';
import { satisfies } from './version-range.ts';

/** What the page provides to a remote. */
export interface PageOffer {
  /** Each contract it satisfies, the newest of every major. */
  contracts: readonly string[];
  /** Shared package → its version on the page. */
  shared: Record<string, string>;
}

/**
 * What the host of this checkout provides, for anybody who has no page to ask: the registry before it takes or gives a
 * version. A test of the host compares it with the packages that are in the page.
 */
export const hostOffer: PageOffer = {
  contracts: [contractVersion, mountContractVersion],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1', 'react-dom/client': '19.3.1' },
};

/** Whether its screen mounts itself, which contract 2 is about. */
export const mountsItself = ({ contract }: Pick<PinnedRemote, 'contract'>): boolean => satisfies(mountContractVersion, contract);

/**
 * contract: the page's versions are outside the remote's range · shared-missing: it needs a shared package that the page lacks ·
 * shared-range-missing: it names no range for React and so would bundle its own, and hooks of two Reacts fail · shared: the page's version
 * of a package is outside its range
 */
export type RemoteProblemCode = 'contract' | 'shared-missing' | 'shared-range-missing' | 'shared';

export interface RemoteProblem {
  code: RemoteProblemCode;
  /** The shared package it is about. */
  package?: string;
  /** The remote's range; undefined if it has none. */
  wanted?: string;
  /** The page's version; undefined if it has none. */
  offered?: string;
}

/** Why `remote` must not run on this page, or undefined. Decided from the release set alone, before any of its scripts runs. */
export function checkRemote(remote: Pick<PinnedRemote, 'contract' | 'shared'>, page: PageOffer): RemoteProblem | undefined {
  if (!page.contracts.some((version) => satisfies(version, remote.contract)))
    return { code: 'contract', wanted: remote.contract, offered: page.contracts.join(' and ') };
  // A screen that mounts itself may bundle any package.
  if (!Object.hasOwn(remote.shared, 'react') && !mountsItself(remote)) return { code: 'shared-range-missing', package: 'react' };
  for (const [name, wanted] of Object.entries(remote.shared)) {
    const offered = Object.hasOwn(page.shared, name) ? page.shared[name] : undefined;
    if (offered === undefined) return { code: 'shared-missing', package: name, wanted };
    if (!satisfies(offered, wanted)) return { code: 'shared', package: name, wanted, offered };
  }
  return undefined;
}
