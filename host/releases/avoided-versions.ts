import { maxBlockedVersions, parseBlockedVersions } from '@enfilade/shared-contracts/api/choice-cookies';
import { cookieNames, formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';

/** Versions that failed for this visitor: the gateway, which reads the cookie, gives others for the rest of the visit. */
export interface AvoidedVersions {
  has(remote: string, version: string): boolean;
  /** The oldest is forgotten for one more than the cookie holds. */
  add(remote: string, version: string): void;
  remove(remote: string, version: string): void;
}

/** Where cookies are blocked they are known as long as the page lives. */
export function createAvoidedVersions(page: Pick<Document, 'cookie'>, isSecure: boolean): AvoidedVersions {
  const entryOf = (remote: string, version: string) => `${remote}@${version}`;
  let entries = parseBlockedVersions(page.cookie).map(({ remote, version }) => entryOf(remote, version));
  function keep(changed: string[]): void {
    entries = changed.slice(-maxBlockedVersions);
    const value = entries.length > 0 ? encodeURIComponent(entries.join()) : undefined;
    page.cookie = formatCookie(cookieNames.avoidedVersions, value, isSecure);
  }
  return {
    has: (remote, version) => entries.includes(entryOf(remote, version)),
    add(remote, version) {
      const entry = entryOf(remote, version);
      keep([...entries.filter((other) => other !== entry), entry]);
    },
    remove: (remote, version) => keep(entries.filter((other) => other !== entryOf(remote, version))),
  };
}
