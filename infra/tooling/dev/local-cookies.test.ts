import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { toLocalCookie, toSiteCookies } from './local-cookies.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'B', '_', '-', '9'), minLength: 1, maxLength: 12 });
const value = fc.string({ unit: fc.constantFrom('a', '.', '=', '%', '7'), maxLength: 20 });
const prefix = fc.constantFrom('', '__Host-', '__Secure-', '__host-');

describe('a cookie of the site', () => {
  it('a cookie of the site comes back to the site as it was set, whatever it is called', () => {
    fc.assert(
      fc.property(prefix, name, value, (start, rest, content) => {
        const cookie = `${start}x${rest}=${content}`;
        const [pair = ''] = toLocalCookie(`${cookie}; Path=/; Secure; HttpOnly; SameSite=Lax`).split(';');
        expect(toSiteCookies(`other=1; ${pair}`)).toBe(`other=1; ${cookie}`);
      }),
    );
  });

  it.each([
    [
      '__Host-visit=a.b; Max-Age=9; Path=/; HttpOnly; Secure; SameSite=Lax',
      'dev-__Host-visit=a.b; Max-Age=9; Path=/; HttpOnly; SameSite=Lax',
    ],
    ['a=1; Domain=guide.example.org; Path=/', 'a=1; Path=/'],
    ['a=1; Secure; SameSite=None; Partitioned', 'a=1; SameSite=Lax'],
    ['secure=secure; Path=/', 'secure=secure; Path=/'],
  ])('a cookie of the site %s is set here as %s', (ofSite, here) => {
    expect(toLocalCookie(ofSite)).toBe(here);
  });

  it('a cookie of the site is not what another program of this machine set under a reserved name', () => {
    expect(toSiteCookies('__Host-visit=foreign; museumID=1')).toBe('museumID=1');
    expect(toSiteCookies('__Host-visit=foreign')).toBeUndefined();
    expect(toSiteCookies('dev-mine=1')).toBe('dev-mine=1');
  });
});
