import { contractVersion, mountContractVersion } from './contract.ts';
import type { PinnedRemote } from './release-set.ts';
import { satisfies } from './version-range.ts';

export interface PageOffer {
  /** The newest version of each major contract. */
  contracts: readonly string[];
  shared: Record<string, string>;
}

/** This checkout's host, for the registry, which has no page. A test of the host compares this offer with the page's packages. */
export const hostOffer: PageOffer = {
  contracts: [contractVersion, mountContractVersion],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1', 'react-dom/client': '19.3.1' },
};

export const mountsItself = ({ contract }: Pick<PinnedRemote, 'contract'>): boolean => satisfies(mountContractVersion, contract);

/** shared-range-missing: a remote without a range for React would bundle React, but hooks fail with two copies of React. */
export type RemoteProblemCode = 'contract' | 'shared-missing' | 'shared-range-missing' | 'shared';

export interface RemoteProblem {
  code: RemoteProblemCode;
  package?: string;
  wanted?: string;
  offered?: string;
}

/** Why `remote` must not run on this page. The check precedes every script of the remote. */
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
