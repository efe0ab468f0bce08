import { parseGrants } from '@enfilade/shared-contracts/api/choice-cookies';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createBrowser } from '@enfilade/shared-contracts/visit/testing/create-page';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createPreview } from './preview.ts';

const [id, other] = ['6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10', '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77'];
const grants = [{ remote: 'visit', version: '1.9.0', expiresAt: '2026-11-20T14:30:00.000Z' }];
const plain = { issuedAt: '2026-11-20T14:00:00.000Z', sequence: 7 } as ReleaseSet;
const granted: ReleaseSet = { ...plain, grants };

interface Opened {
  search?: string;
  held?: string;
  unverified?: ReleaseSet;
}

function open({ search = '', held = '', unverified = plain }: Opened) {
  const { openPage, writes } = createBrowser(held ? { grants: held } : {});
  const { document } = openPage();
  const reloads: string[] = [];
  const location = { pathname: '/tailoring', search, hash: '#top', reload: () => void reloads.push(document.cookie) };
  const history = {
    state: { key: 'x' },
    replaceState(_state: unknown, _title: string, to: string) {
      location.search = new URL(to, 'https://guide.example').search;
    },
  };
  const { subscribe, set } = createStore<ReleaseSet | undefined>(undefined);
  const preview = createPreview({ location, history, document, isSecureContext: true }, { subscribe, unverified: () => unverified });
  const kinds: string[] = [];
  preview.subscribe(({ kind }) => kinds.push(kind));
  /** A new object counts as another set. */
  const show = (next: ReleaseSet) => set({ ...next });
  const [ids, kind] = [() => parseGrants(document.cookie), () => preview.getState().kind];
  return { preview, location, show, reloads, cookies: writes, kinds, ids, kind };
}

it('a page removes the grant from its address at once, and keeps all other parameters', () => {
  forAll(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), fc.string(), (rest, grant) => {
    const query = new URLSearchParams({ ...rest, grant });
    const { location } = open({ search: `?${query}` });
    query.delete('grant');
    expect([...new URLSearchParams(location.search)]).toEqual([...query]);
  });
});

it('a page stores the grants of its addresses in the cookie for the time of the longest grant', () => {
  const { show, ids, cookies, kind } = open({ search: `?grant=${id}`, unverified: granted });
  expect([ids(), kind()]).toEqual([[id], 'running']);
  show(granted);
  expect(ids()).toEqual([id]);
  expect(cookies.at(-1)).toContain('Max-Age=86400; Path=/; SameSite=Lax; Secure');
  expect(open({ search: `?grant=${id}`, held: other, unverified: granted }).ids()).toEqual([id, other]);
});

it.each([id, 'made-up', ''])('a page says that the preview is over if the grant %s gives nothing, and deletes that grant', (grant) => {
  const { preview, show, ids, kind } = open({ search: `?grant=${grant}`, held: other });
  expect(kind()).toBe('none');
  show(plain);
  expect([ids(), kind()]).toEqual([[other], 'over']);
  show(plain);
  expect(kind()).toBe('over');
  preview.dismiss();
  show(plain);
  expect(kind()).toBe('none');
});

it('a page without a grant says nothing and leaves the cookie unchanged', () => {
  const { show, cookies, kinds } = open({ held: other });
  show(plain);
  expect([cookies, kinds]).toEqual([[], []]);
});

it('a page shows that a preview runs until a set has no grants', () => {
  const { preview, show, kind } = open({ held: id, unverified: granted });
  show(granted);
  show({ ...granted, sequence: 8 });
  expect(preview.getState()).toEqual({ kind: 'running', grants });
  show({ ...plain, sequence: 9 });
  expect(kind()).toBe('over');
});

it('leaving a preview deletes all grants and reloads the page', () => {
  const { preview, reloads, ids } = open({ held: `${id}.${other}`, unverified: granted });
  preview.leave();
  expect([reloads.length, ids()]).toEqual([1, []]);
});
