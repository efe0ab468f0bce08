import { formatGrants, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { cookieNames, formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';

/** No grant holds longer. What the cookie keeps too long gives nothing: the gateway knows each grant's end. */
const longestSeconds = 24 * 3_600;

/** The grants of this browser, in the cookie that the gateway chooses sets by; none where cookies are blocked. */
export interface HeldGrants {
  /** Beside those that are held, until it is known when it ends. */
  add(id: string): void;
  /** The set says when the newest one ends. */
  settle(set: ReleaseSet): void;
  remove(id: string): void;
  removeAll(): void;
}

export function createHeldGrants(page: Pick<Document, 'cookie'>, isSecure: boolean): HeldGrants {
  const keep = (ids: readonly string[], seconds = longestSeconds) => {
    page.cookie = formatCookie(cookieNames.grants, formatGrants(ids), isSecure, seconds);
  };
  const without = (id: string) => parseGrants(page.cookie).filter((held) => held !== id);
  return {
    add: (id) => keep([id, ...without(id)]),
    settle({ grants = [], issuedAt }) {
      const held = parseGrants(page.cookie);
      // By the site's own times, not by this device's. When another is held, nobody here knows its end.
      const ends = grants.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - Date.parse(issuedAt)) / 1000));
      keep(held, held.length === 1 && ends.length > 0 ? Math.max(...ends) : longestSeconds);
    },
    remove: (id) => keep(without(id)),
    removeAll: () => keep([]),
  };
}
