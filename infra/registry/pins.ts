import type { MuseumKey } from './journal/record.ts';
import { ownPin, type RegistryState } from './journal/state.ts';
import type { Ledger } from './ledger.ts';
import { fitsContract } from './publish/check-build.ts';
import type { PinPlace, PinResult, Registry } from './registry.ts';
import { PublishRefusedError, StaleError, UnknownReleaseError } from './registry-error.ts';
import { selectReleaseSet } from './release-set.ts';

/** Changes of pins, each by compare-and-swap on what the museum itself pins. */
export function createPins(ledger: Ledger): Pick<Registry, 'pin' | 'unpin'> {
  return {
    async pin({ museumId, name, version, expected, actor }) {
      const state = await ledger.commit(actor, (before) => {
        checkPinnable(before, name, version);
        const previous = checkExpected(before, { museumId, name }, expected);
        return previous === version ? undefined : { action: 'pin-set', payload: { museumId, name, version, previous } };
      });
      return resultOf(state, { museumId, name });
    },
    async unpin({ museumId, name, expected, actor }) {
      const state = await ledger.commit(actor, (before) => {
        const previous = checkExpected(before, { museumId, name }, expected);
        if (previous === null) throw new UnknownReleaseError(`${whose(museumId)} has no pin of ${name}; there is nothing to remove.`);
        return { action: 'pin-removed', payload: { museumId, name, previous } };
      });
      return resultOf(state, { museumId, name });
    },
  };
}

function checkPinnable(state: RegistryState, name: string, version: string): void {
  const release = state.versions.get(name)?.get(version)?.release;
  if (!release) throw new UnknownReleaseError(`${name} ${version} was never published; publish it first.`);
  if (!fitsContract(release.contract)) {
    throw new PublishRefusedError(
      `${name} ${version} was built for contract ${release.contract}; build and publish it anew for this site.`,
    );
  }
}

/** @returns what is pinned, which is what was expected */
function checkExpected(state: RegistryState, { museumId, name }: PinPlace, expected: string | null): string | null {
  const current = ownPin(state, museumId, name);
  if (current === expected) return current;
  throw new StaleError(`${whose(museumId)} pins ${current ?? 'no version'} of ${name}, not ${expected ?? 'none'}; look again and repeat.`);
}

function whose(museumId: MuseumKey): string {
  return museumId === '*' ? 'The default' : `Museum ${museumId}`;
}

function resultOf(state: RegistryState, { museumId, name }: PinPlace): PinResult {
  return { museumId, name, version: ownPin(state, museumId, name), sequence: selectReleaseSet(state, museumId).sequence };
}
