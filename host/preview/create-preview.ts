import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { GrantedVersion, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { takeGrant } from './grant-address.ts';
import { createHeldGrants } from './held-grants.ts';

/** `over`: the visitor came by a link whose grant gives nothing, or had a preview that ended. */
export type PreviewState = { kind: 'none' | 'over' } | { kind: 'running'; grants: readonly GrantedVersion[] };

/** Whether this page shows versions that not everybody gets, so that nobody takes them for the museum's own. */
export interface Preview extends ReadableStore<PreviewState> {
  /** The verified set that is in force from now on. @returns the same */
  show(set: ReleaseSet): ReleaseSet;
  /** Gives the grants back and opens the page anew. */
  leave(): void;
  /** The visitor has read that it is over. */
  dismiss(): void;
}

export interface PreviewOptions {
  window: Window;
  /** What the page says its set is: what is shown by a grant is told before it is verified, and nothing jumps. */
  claimed: ReleaseSet | undefined;
  /** The set in force. */
  now(): ReleaseSet | undefined;
  bus: Pick<EventBus, 'on'>;
}

/** Takes a grant out of the page's address and keeps it while it holds. To be made before the router reads the address. */
export function createPreview({ window, claimed, now, bus }: PreviewOptions): Preview {
  const held = createHeldGrants(window.document, window.isSecureContext);
  let link = takeGrant(window);
  if (link?.id) held.add(link.id);

  const listeners = new Set<(state: PreviewState, before: PreviewState) => void>();
  let state: PreviewState = claimed?.grants ? { kind: 'running', grants: claimed.grants } : { kind: 'none' };
  function set(next: PreviewState): void {
    const before = state;
    state = next;
    for (const listener of listeners) listener(state, before);
  }

  function show(inForce: ReleaseSet): ReleaseSet {
    const { grants } = inForce;
    if (grants) {
      if (link) held.settle(inForce);
      set({ kind: 'running', grants });
    } else if (link || state.kind === 'running') {
      if (link?.id) held.remove(link.id);
      set({ kind: 'over' });
    }
    link = undefined;
    return inForce;
  }

  bus.on('composition-changed', () => {
    const inForce = now();
    if (inForce) show(inForce);
  });
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show,
    leave() {
      held.removeAll();
      window.location.reload();
    },
    dismiss: () => set({ kind: 'none' }),
  };
}
