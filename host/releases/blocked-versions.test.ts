import { parseBlockedVersions } from '@enfilade/shared-contracts/api/choice-cookies';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { createBrowser } from '@enfilade/shared-contracts/visit/testing/create-page';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createBlockedVersions } from './blocked-versions.ts';

it('the next page reads the newest eight versions that failed for a visitor', () => {
  const version = fc.tuple(fc.constantFrom('visit', 'chat'), fc.nat(20)).map(([name, minor]) => [name, `1.${minor}.0`] as const);
  forAll(fc.array(version, { minLength: 1, maxLength: 30 }), (failed) => {
    const { openPage } = createBrowser({ other: '1' });
    const { document } = openPage();
    const blocked = createBlockedVersions(document, false);
    for (const [name, each] of failed) blocked.add(name, each);
    const newest = [...new Set([...failed].reverse().map((one) => one.join('@')))].slice(0, 8).reverse();
    const next = createBlockedVersions(openPage().document, false);
    expect(parseBlockedVersions(document.cookie).map(({ remote, version: of }) => `${remote}@${of}`)).toEqual(newest);
    expect(failed.filter(([name, each]) => next.has(name, each)).every((one) => newest.includes(one.join('@')))).toBe(true);
    expect(newest.every((one) => next.has(...(one.split('@') as [string, string])))).toBe(true);
  });
});

it('failed versions are in the gateway’s cookie for four hours, and are removed one by one, the last with its cookie', () => {
  const { openPage, writes } = createBrowser();
  const blocked = createBlockedVersions(openPage().document, true);
  blocked.add('visit', '1.8.0');
  expect(writes).toEqual(['avoidedVersions=visit%401.8.0; Max-Age=14400; Path=/; SameSite=Lax; Secure']);
  blocked.add('chat', '1.0.0');
  blocked.remove('visit', '1.8.0');
  expect([blocked.has('visit', '1.8.0'), blocked.has('chat', '1.0.0')]).toEqual([false, true]);
  blocked.remove('chat', '1.0.0');
  expect(writes.at(-1)).toBe('avoidedVersions=; Max-Age=0; Path=/; SameSite=Lax; Secure');
});

it('a page keeps its failed versions even if cookies are blocked', () => {
  const jar = Object.defineProperty({ cookie: '' }, 'cookie', { get: () => '', set: () => undefined });
  const blocked = createBlockedVersions(jar, false);
  blocked.add('visit', '1.8.0');
  expect(blocked.has('visit', '1.8.0')).toBe(true);
});
