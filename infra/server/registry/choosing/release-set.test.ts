import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { applyRecord, type Change } from '../actions/actions.ts';
import { emptyState, ownPin, type RegistryState } from '../state/registry-state.ts';
import { releaseOf } from '../testing/built-remote.ts';
import { itHolds } from '../testing/it-holds.ts';
import { selectReleaseSet } from './choose-versions.ts';

const museums: MuseumKey[] = ['*', 'a'.repeat(24), 'b'.repeat(24)];
const names = ['landing', 'visit'];
const versions = ['1.0.0', '1.1.0', '2.0.0-dev.ab'];

const integrity = `sha384-${'A'.repeat(64)}`;
const follow = (state: RegistryState, change: Change): RegistryState =>
  applyRecord(state, { seq: state.seq + 1, at: new Date(state.seq * 1_000).toISOString(), actor: 'tests', ...change });
const published = names
  .flatMap((name) => versions.map((version) => ({ name, version })))
  .reduce(
    (state, { name, version }) =>
      follow(state, {
        action: 'version-published',
        payload: releaseOf({ name, version, files: { 'remoteEntry.js': { bytes: 1, integrity } } }),
      }),
    emptyState,
  );

/** Removes an existing pin if no version is given. */
const step = fc.record({
  museumId: fc.constantFrom(...museums),
  name: fc.constantFrom(...names),
  version: fc.constantFrom(...versions, undefined),
});
function take(state: RegistryState, { museumId, name, version }: { museumId: MuseumKey; name: string; version: string | undefined }) {
  const previous = ownPin(state, museumId, name);
  if (version !== undefined) return follow(state, { action: 'pin-set', payload: { museumId, name, version, previous } });
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

it('applyRecord throws if a record is missing', () => {
  const pin: Change = { action: 'pin-set', payload: { museumId: '*', name: 'landing', version: '1.0.0', previous: null } };
  const stamp = { at: new Date(0).toISOString(), actor: 'tests' };
  expect(() => applyRecord(published, { seq: published.seq + 2, ...stamp, ...pin })).toThrow(/record \d+ is missing/);
});
