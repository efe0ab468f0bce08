import { contractVersion, mountContractVersion } from './contract.ts';
import type { PinnedRemote } from './release-set.ts';
import { satisfies } from './version-range.ts';

/** The contracts and packages that a page provides. */
export interface PageOffer {
  /** The newest version of each major contract. */
  contracts: readonly string[];
  /** Shared package → its version on the page. */
  shared: Record<string, string>;
}

/**
 * The offer of this checkout's host, for the registry, which has no page. A test of the host compares it with the page's
 * packages.
 */
export const hostOffer: PageOffer = {
  contracts: [contractVersion, mountContractVersion],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1', 'react-dom/client': '19.3.1' },
};

/** Whether the remote uses contract 2, whose screens mount themselves. */
export const mountsItself = ({ contract }: Pick<PinnedRemote, 'contract'>): boolean => satisfies(mountContractVersion, contract);

/**
 * contract: the page's versions are outside the remote's range · shared-missing: it needs a shared package that the page lacks ·
 * shared-range-missing: it has no range for React and would bundle its own, but hooks fail with two copies of React · shared: the page's version
 * of a package is outside its range
 */
export type RemoteProblemCode = 'contract' | 'shared-missing' | 'shared-range-missing' | 'shared';

export interface RemoteProblem {
  code: RemoteProblemCode;
  /** The shared package of the problem. */
  package?: string;
  /** The remote's range; undefined if it has none. */
  wanted?: string;
  /** The page's version; undefined if it has none. */
  offered?: string;
}

/** Why `remote` must not run on this page, or undefined. The release set decides this before any script of the remote runs. */
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
