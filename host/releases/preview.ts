import { formatGrants, parseGrantId, parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { GrantedVersion } from '@enfilade/shared-contracts/releases/release-set';
import { cookieNames } from '@enfilade/shared-contracts/visit/stored-names';
import { formatCookie } from '@enfilade/shared-contracts/visit/visit-cookies';
import type { CurrentSet } from './current-set.ts';

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

/** The longest grant. An id that stays longer has no effect, because the gateway stores each grant's end. */
const longestSeconds = 24 * 3_600;

/** Moves the grant from the address into the cookie. Call before the router reads the address. */
export function createPreview(window: PreviewWindow, sets: Pick<CurrentSet, 'subscribe' | 'unverified'>) {
  const { document, isSecureContext, location } = window;
  /** The gateway chooses sets by this cookie. */
  const storeIds = (ids: readonly string[]) => {
    document.cookie = formatCookie(cookieNames.grants, formatGrants(ids), isSecureContext, longestSeconds);
  };
  const without = (id: string) => parseGrants(document.cookie).filter((other) => other !== id);
  let link = removeGrantFromAddress(window);
  if (link?.id) storeIds([link.id, ...without(link.id)]);

  // Shown before the verification, so that the verification moves nothing.
  const granted = sets.unverified()?.grants;
  const { getState, subscribe, set } = createStore<PreviewState>(granted ? { kind: 'running', grants: granted } : { kind: 'none' });

  sets.subscribe((current) => {
    if (current?.grants) {
      set({ kind: 'running', grants: current.grants });
    } else if (link || getState().kind === 'running') {
      if (link?.id) storeIds(without(link.id));
      set({ kind: 'over' });
    }
    link = undefined;
  });
  return {
    getState,
    subscribe,
    leave() {
      storeIds([]);
      location.reload();
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
