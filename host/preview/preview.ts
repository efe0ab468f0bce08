import { formatGrants, parseGrantId, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { GrantedVersion, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { CurrentSet } from '../releases/current-set.ts';

/** `over`: the visitor came by a link whose grant gives nothing, or had a preview that ended. */
export type PreviewState = { kind: 'none' | 'over' } | { kind: 'running'; grants: readonly GrantedVersion[] };

/** Whether this page shows versions that only some visitors get, so that they are not mistaken for the museum's own. */
export type Preview = ReturnType<typeof createPreview>;

/** What is used of a browser's window. */
export interface PreviewWindow {
  readonly document: { cookie: string };
  readonly isSecureContext: boolean;
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

/** Moves a grant from the page's address into the cookie, while it holds. To be made before the router reads the address. */
export function createPreview(window: PreviewWindow, sets: Pick<CurrentSet, 'subscribe' | 'unverified'>) {
  const grants = createGrantCookie(window.document, window.isSecureContext);
  let link = removeGrantFromAddress(window);
  if (link?.id) grants.add(link.id);

  // Shown before the set is verified, so that nothing moves when it is.
  const granted = sets.unverified()?.grants;
  const { getState, subscribe, set } = createStore<PreviewState>(granted ? { kind: 'running', grants: granted } : { kind: 'none' });

  sets.subscribe((current) => {
    if (current?.grants) {
      if (link) grants.setExpiry(current);
      set({ kind: 'running', grants: current.grants });
    } else if (link || getState().kind === 'running') {
      if (link?.id) grants.remove(link.id);
      set({ kind: 'over' });
    }
    link = undefined;
  });
  return {
    getState,
    subscribe,
    /** Drops the grants and reloads the page. */
    leave() {
      grants.removeAll();
      window.location.reload();
    },
    /** The visitor has read that it is over. */
    dismiss: () => set({ kind: 'none' }),
  };
}

/**
 * The grant in the page's address, with an undefined id if the id is malformed; undefined without a grant. Removed from the address at
 * once: a shared or stored address must contain no grant.
 */
function removeGrantFromAddress({ location, history }: PreviewWindow): { id: string | undefined } | undefined {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const grant = query.get('grant');
  if (grant === null) return undefined;
  query.delete('grant');
  const rest = query.toString();
  history.replaceState(history.state, '', `${pathname}${rest && `?${rest}`}${hash}`);
  return { id: parseGrantId(grant) };
}

/** No grant holds longer. An id that stays in the cookie too long has no effect: the gateway stores each grant's end. */
const longestSeconds = 24 * 3_600;

/** The grants of this browser, from the cookie by which the gateway chooses sets; empty if cookies are blocked. */
function createGrantCookie(page: { cookie: string }, isSecure: boolean) {
  const write = (ids: readonly string[], seconds = longestSeconds) => {
    page.cookie = formatCookie(cookieNames.grants, formatGrants(ids), isSecure, seconds);
  };
  const without = (id: string) => parseGrants(page.cookie).filter((other) => other !== id);
  return {
    /** Added for the longest time, until a set says when it ends. */
    add: (id: string) => write([id, ...without(id)]),
    /** Lets the cookie end with the set's grants. */
    setExpiry({ grants = [], issuedAt }: ReleaseSet): void {
      const ids = parseGrants(page.cookie);
      // By the site's own times, not by this device's. With several ids in the cookie, the page cannot tell their ends.
      const ends = grants.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - Date.parse(issuedAt)) / 1000));
      write(ids, ids.length === 1 && ends.length > 0 ? Math.max(...ends) : longestSeconds);
    },
    remove: (id: string) => write(without(id)),
    removeAll: () => write([]),
  };
}
