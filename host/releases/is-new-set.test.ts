import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import { isNewSet } from './current-set.ts';
import { unsignedSet } from './testing/signed-page.ts';

const signature = { keyId: '0'.repeat(16), signature: 'A'.repeat(86) };
const set: ReleaseSet = { ...unsignedSet, ...signature };
const landing = unsignedSet.remotes['landing'];
if (!landing) throw new Error('The set pins no landing');
const granted = (expiresAt: string): ReleaseSet => ({ ...set, grants: [{ remote: 'landing', version: '1.0.0', expiresAt }] });

it('a set is new if no set was current, or if its sequence is higher', () => {
  expect(isNewSet(set, undefined)).toBe(true);
  expect(isNewSet({ ...set, sequence: 8 }, set)).toBe(true);
});

it('a set is not new if only its date, its signature or the order of its remotes differs', () => {
  const remotes = { landing, chat: landing };
  const issuedLater = { ...set, issuedAt: '2026-11-20T11:00:00Z', signature: 'B'.repeat(86), remotes: { chat: landing, landing } };
  expect(isNewSet(issuedLater, { ...set, remotes })).toBe(false);
});

it('a set with the same sequence is new if a version changes, appears or disappears', () => {
  expect(isNewSet({ ...set, remotes: { landing: { ...landing, version: '1.1.0' } } }, set)).toBe(true);
  expect(isNewSet({ ...set, remotes: { landing, chat: landing } }, set)).toBe(true);
  expect(isNewSet({ ...set, remotes: {} }, set)).toBe(true);
});

it('a set with the same sequence is new if a grant begins, changes or ends', () => {
  const noon = granted('2026-11-20T12:00:00Z');
  expect(isNewSet(noon, set)).toBe(true);
  expect(isNewSet(granted('2026-11-20T13:00:00Z'), noon)).toBe(true);
  expect(isNewSet(set, noon)).toBe(true);
  expect(isNewSet(granted('2026-11-20T12:00:00Z'), noon)).toBe(false);
});

it('a set with a lower sequence is never new', () => {
  expect(isNewSet({ ...set, sequence: 6, remotes: {} }, set)).toBe(false);
});
