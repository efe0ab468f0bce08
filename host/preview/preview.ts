import { formatGrants, parseGrantId, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { GrantedVersion, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { CurrentSet } from '../releases/current-set.ts';

/** `over`: the grant of the link is not valid, or the preview has ended. */
export type PreviewState = { kind: 'none' | 'over' } | { kind: 'running'; grants: readonly GrantedVersion[] };

/** Whether this page shows versions by a grant, which must not be mistaken for the museum's own versions. */
export type Preview = ReturnType<typeof createPreview>;

/** The used part of a browser's window. */
export interface PreviewWindow {
  readonly document: { cookie: string };
  readonly isSecureContext: boolean;
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

/** Moves a grant from the page's address into the cookie, until the grant ends. Must be created before the router reads the address. */
export function createPreview(window: PreviewWindow, sets: Pick<CurrentSet, 'subscribe' | 'unverified'>) {
  const grants = createGrantCookie(window.document, window.isSecureContext);
  let link = removeGrantFromAddress(window);
  if (link?.id) grants.add(link.id);

  // Shown before the set is verified, so that the verification moves nothing.
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
    /** The visitor has closed the notice. */
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

/** The longest life of a grant. An id that stays in the cookie for longer has no effect, because the gateway stores each grant's end. */
const longestSeconds = 24 * 3_600;

/** The grants of this browser, from the cookie by which the gateway chooses sets; empty if cookies are blocked. */
function createGrantCookie(page: { cookie: string }, isSecure: boolean) {
  const write = (ids: readonly string[], seconds = longestSeconds) => {
    page.cookie = formatCookie(cookieNames.grants, formatGrants(ids), isSecure, seconds);
  };
  const without = (id: string) => parseGrants(page.cookie).filter((other) => other !== id);
  return {
    /** Stored for the longest life, until a set names the end of the grant. */
    add: (id: string) => write([id, ...without(id)]),
    /** Lets the cookie end with the set's grants. */
    setExpiry({ grants = [], issuedAt }: ReleaseSet): void {
      const ids = parseGrants(page.cookie);
      // Uses the site's times, not the device's. If the cookie has several ids, the page cannot assign the ends to the ids.
      const ends = grants.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - Date.parse(issuedAt)) / 1000));
      write(ids, ids.length === 1 && ends.length > 0 ? Math.max(...ends) : longestSeconds);
    },
    remove: (id: string) => write(without(id)),
    removeAll: () => write([]),
  };
}
