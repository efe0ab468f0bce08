import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { emptyState, ownPin, type RegistryState } from '../state/registry-state.ts';
import { follow, pin, publishAll } from '../testing/states.ts';
import { selectReleaseSet } from './choose-versions.ts';

const museums: MuseumKey[] = ['*', 'a'.repeat(24), 'b'.repeat(24)];
const names = ['landing', 'visit'];
const versions = ['1.0.0', '1.1.0', '2.0.0-dev.ab'];

const entry = { bytes: 1, integrity: `sha384-${'A'.repeat(64)}` };
const published = publishAll(names, versions, { files: { 'remoteEntry.js': entry } });

/** Removes an existing pin if no version is given. */
const step = fc.record({
  museumId: fc.constantFrom(...museums),
  name: fc.constantFrom(...names),
  version: fc.constantFrom(...versions, undefined),
});
function take(state: RegistryState, { museumId, name, version }: { museumId: MuseumKey; name: string; version: string | undefined }) {
  if (version !== undefined) return pin(name, version, museumId)(state);
  const previous = ownPin(state, museumId, name);
  return previous === null ? state : follow(state, { action: 'pin-removed', payload: { museumId, name, previous } });
}
const contents = (state: RegistryState, museumId: MuseumKey) =>
  Object.entries(selectReleaseSet(state, museumId).remotes).map(([name, { version }]) => `${name}@${version}`);

const hasASay = (before: RegistryState, museumId: MuseumKey, change: { museumId: MuseumKey; name: string }): boolean =>
  change.museumId === museumId || (change.museumId === '*' && ownPin(before, museumId, change.name) === null);
function expectNumbered(museumId: MuseumKey, before: RegistryState, after: RegistryState, concerned: boolean): void {
  const [old, now] = [selectReleaseSet(before, museumId), selectReleaseSet(after, museumId)];
  expect(now.sequence).toBe(concerned ? after.seq : old.sequence);
  if (!concerned) expect(now).toEqual(old);
}

itHolds('selectReleaseSet uses a museum’s own pins, else the default pins', [fc.array(step)], (steps) => {
  const state = steps.reduce(take, published);
  for (const museumId of museums) {
    const wanted = names.flatMap((name) => {
      const version = ownPin(state, museumId, name) ?? ownPin(state, '*', name);
      return version === null ? [] : [`${name}@${version}`];
    });
    expect(contents(state, museumId)).toEqual(wanted);
  }
});

itHolds('the sequence of a museum’s set rises exactly with the records that affect the set', [fc.array(step)], (steps) => {
  steps.reduce((before, change) => {
    const after = take(before, change);
    for (const museumId of museums) expectNumbered(museumId, before, after, after !== before && hasASay(before, museumId, change));
    return after;
  }, published);
});

itHolds('selectReleaseSet returns a valid release set', [fc.array(step), fc.constantFrom(...museums)], (steps, museumId) => {
  const state = steps.reduce(take, published);
  const set = unsignedSetSchema.parse(selectReleaseSet(state, museumId));
  expect(set.contract).toBe(contractVersion);
  expect(['*', museumId]).toContain(set.museumId);
});

it('selectReleaseSet returns the empty default set without any pin', () => {
  expect(selectReleaseSet(emptyState, 'c'.repeat(24))).toEqual({
    museumId: '*',
    sequence: 0,
    issuedAt: '1970-01-01T00:00:00.000Z',
    contract: contractVersion,
    remotes: {},
  });
});

it('applyRecord does not modify the given state', () => {
  const change = { museumId: '*', name: 'landing', version: '1.0.0' } as const;
  const before = structuredClone(published);
  take(take(published, change), { ...change, version: '1.1.0' });
  expect(published).toEqual(before);
});
