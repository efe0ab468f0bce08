import { selectReleaseSet } from './choosing/release-set.ts';
import type { Ledger } from './journal/registry-store.ts';
import type { Changes, PinPlace, PinResult } from './registry.ts';
import { checkServable } from './state/pinned-remote.ts';
import { StaleError, UnknownReleaseError } from './state/registry-error.ts';
import { nameMuseum, ownPin, type RegistryState } from './state/registry-state.ts';

/** Changes of pins, each by compare-and-swap on what the museum itself pins. */
export function createPins(ledger: Ledger): Pick<Changes, 'pin' | 'unpin'> {
  return {
    async pin({ museumId, name, version, expected, actor }) {
      const state = await ledger.commit(actor, (before) => {
        checkServable(before, name, version);
        const previous = checkExpected(before, { museumId, name }, expected);
        return previous === version ? undefined : { action: 'pin-set', payload: { museumId, name, version, previous } };
      });
      return resultOf(state, { museumId, name });
    },
    async unpin({ museumId, name, expected, actor }) {
      const state = await ledger.commit(actor, (before) => {
        const previous = checkExpected(before, { museumId, name }, expected);
        if (previous === null) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no pin of ${name}; there is nothing to remove.`);
        return { action: 'pin-removed', payload: { museumId, name, previous } };
      });
      return resultOf(state, { museumId, name });
    },
  };
}

/** @returns what is pinned, which is what was expected */
function checkExpected(state: RegistryState, { museumId, name }: PinPlace, expected: string | null): string | null {
  const current = ownPin(state, museumId, name);
  if (current === expected) return current;
  throw new StaleError(
    `${nameMuseum(museumId)} pins ${current ?? 'no version'} of ${name}, not ${expected ?? 'none'}; look again and repeat.`,
  );
}

function resultOf(state: RegistryState, { museumId, name }: PinPlace): PinResult {
  return { museumId, name, version: ownPin(state, museumId, name), sequence: selectReleaseSet(state, museumId).sequence };
}
