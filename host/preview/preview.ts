import { formatGrants, parseGrantId, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { GrantedVersion, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { CurrentSet } from '../releases/current-set.ts';

/** `over`: the grant of the link is not valid, or the preview has ended. */
export type PreviewState = { kind: 'none' | 'over' } | { kind: 'running'; grants: readonly GrantedVersion[] };

/** Visitors must not mistake a granted version for the museum's own. */
export type Preview = ReturnType<typeof createPreview>;

export interface PreviewWindow {
  readonly document: { cookie: string };
  readonly isSecureContext: boolean;
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

/** Create before the router reads the address: moves the address's grant into the cookie. */
export function createPreview(window: PreviewWindow, sets: Pick<CurrentSet, 'subscribe' | 'unverified'>) {
  const grants = createGrantCookie(window.document, window.isSecureContext);
  let link = removeGrantFromAddress(window);
  if (link?.id) grants.add(link.id);

  // Shown before the verification, so that the verification moves nothing.
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
    leave() {
      grants.removeAll();
      window.location.reload();
    },
    dismiss: () => set({ kind: 'none' }),
  };
}

/** Removed at once, because a shared or stored address must contain no grant. The id is undefined if malformed. */
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

/** An id that stays longer has no effect, because the gateway stores each grant's end. */
const longestSeconds = 24 * 3_600;

/** The gateway chooses sets by this cookie. Empty if cookies are blocked. */
function createGrantCookie(page: { cookie: string }, isSecure: boolean) {
  const write = (ids: readonly string[], seconds = longestSeconds) => {
    page.cookie = formatCookie(cookieNames.grants, formatGrants(ids), isSecure, seconds);
  };
  const without = (id: string) => parseGrants(page.cookie).filter((other) => other !== id);
  return {
    /** Lives for `longestSeconds` until a set names the grant's end. */
    add: (id: string) => write([id, ...without(id)]),
    setExpiry({ grants = [], issuedAt }: ReleaseSet): void {
      const ids = parseGrants(page.cookie);
      // Uses the site's times, not the device's. If the cookie has several ids, the set does not tell which end belongs to which id.
      const ends = grants.map(({ expiresAt }) => Math.ceil((Date.parse(expiresAt) - Date.parse(issuedAt)) / 1000));
      write(ids, ids.length === 1 && ends.length > 0 ? Math.max(...ends) : longestSeconds);
    },
    remove: (id: string) => write(without(id)),
    removeAll: () => write([]),
  };
}
