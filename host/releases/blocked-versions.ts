import { maxBlockedVersions, parseBlockedVersions } from '@enfilade/shared-contracts/api/choice-cookies';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { RemoteErrorCode } from './remote-error.ts';

/** Versions that failed for this visitor: the gateway reads the cookie and gives others for the rest of the visit. */
export type BlockedVersions = ReturnType<typeof createBlockedVersions>;

/** Where cookies are blocked, the versions are known as long as the page lives. */
export function createBlockedVersions(page: Pick<Document, 'cookie'>, isSecure: boolean) {
  const entryOf = (remote: string, version: string) => `${remote}@${version}`;
  let entries = parseBlockedVersions(page.cookie).map(({ remote, version }) => entryOf(remote, version));
  function store(changed: string[]): void {
    entries = changed.slice(-maxBlockedVersions);
    const value = entries.length > 0 ? encodeURIComponent(entries.join()) : undefined;
    page.cookie = formatCookie(cookieNames.avoidedVersions, value, isSecure);
  }
  return {
    has: (remote: string, version: string) => entries.includes(entryOf(remote, version)),
    /** Drops the oldest when there are more than the cookie holds. */
    add(remote: string, version: string) {
      const entry = entryOf(remote, version);
      store([...entries.filter((other) => other !== entry), entry]);
    },
    remove: (remote: string, version: string) => store(entries.filter((other) => other !== entryOf(remote, version))),
  };
}

/**
 * at-once: the version itself is at fault · if-answered: it may be the network, so only if the gateway answers ·
 * next-page: the same, and this page waits for Retry.
 */
export type BlockDecision = 'at-once' | 'if-answered' | 'next-page';

/** Whether a version that failed is blocked for this visitor. After a failure of the network the visitor retries first. */
export function shouldBlock(code: RemoteErrorCode, isRetried: boolean): BlockDecision {
  switch (code) {
    case 'unreachable':
    // A network that answers itself, as one that wants a login, sends other bytes.
    case 'integrity':
    case 'late':
      return isRetried ? 'if-answered' : 'next-page';
    default:
      return 'at-once';
  }
}
