import { maxBlockedVersions, parseBlockedVersions } from '@enfilade/shared-contracts/api/choice-cookies';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { RemoteErrorCode } from './remote-error.ts';

/** The gateway reads the cookie and gives this visitor other versions for the rest of the visit. */
export type BlockedVersions = ReturnType<typeof createBlockedVersions>;

/** If cookies are blocked, the versions are stored until the page ends. */
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
    /** Drops the oldest entries beyond the cookie's limit. */
    add(remote: string, version: string) {
      const entry = entryOf(remote, version);
      store([...entries.filter((other) => other !== entry), entry]);
    },
    remove: (remote: string, version: string) => store(entries.filter((other) => other !== entryOf(remote, version))),
  };
}

/** A broken network, or a network's own login page, looks like missing files. */
export const isVersionsFault = (code: RemoteErrorCode): boolean => code !== 'unreachable' && code !== 'integrity' && code !== 'late';
