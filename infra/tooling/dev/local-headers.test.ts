import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { toLocalCookie, toLocalHeaders, toSiteCookies, toSiteHeaders } from './site-proxy.ts';

const ends = { local: 'http://127.0.0.1:8090', site: 'https://guide.example.org' };

it.each(['http://evil.example', 'null', 'http://127.0.0.1:80901', 'http://127.0.0.1:8080'])(
  'a request of the foreign page %s keeps its origin',
  (origin) => {
    expect(toSiteHeaders({ origin, referer: `${origin}/` }, ends)).toMatchObject({ origin, referer: `${origin}/` });
  },
);

it.each([
  ['https://guide.example.org/visit?x=1', 'http://127.0.0.1:8090/visit?x=1'],
  ['//guide.example.org/visit', 'http://127.0.0.1:8090/visit'],
  ['/visit', '/visit'],
  ['visit', 'visit'],
  ['https://guide.example.org.evil.example/', 'https://guide.example.org.evil.example/'],
  ['https://login.example.org/', 'https://login.example.org/'],
])('a redirect of the site to %s leads to %s', (ofSite, here) => {
  expect(toLocalHeaders({ location: ofSite }, ends)['location']).toBe(here);
});

it('an answer of the site gets a policy for the local address, and loses HSTS and Integrity-Policy', () => {
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self' wss://guide.example.org https://*.daily.co";
  const ofVisitors = { 'strict-transport-security': 'max-age=9', 'integrity-policy': 'blocked-destinations=(script)' };
  expect(toLocalHeaders({ 'content-security-policy': policy, ...ofVisitors }, ends)).toEqual({
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self' ws://127.0.0.1:8090 https://*.daily.co",
  });
});

const name = fc.string({ unit: fc.constantFrom('a', 'B', '_', '-', '9'), minLength: 1, maxLength: 12 });
const value = fc.string({ unit: fc.constantFrom('a', '.', '=', '%', '7'), maxLength: 20 });
const prefix = fc.constantFrom('', '__Host-', '__Secure-', '__host-');

itHolds('a cookie with any name returns to the site as the site set the cookie', [prefix, name, value], (start, rest, content) => {
  const cookie = `${start}x${rest}=${content}`;
  const [pair = ''] = toLocalCookie(`${cookie}; Path=/; Secure; HttpOnly; SameSite=Lax`).split(';');
  expect(toSiteCookies(`other=1; ${pair}`)).toBe(`other=1; ${cookie}`);
});

it.each([
  [
    '__Host-visit=a.b; Max-Age=9; Path=/; HttpOnly; Secure; SameSite=Lax',
    'dev-__Host-visit=a.b; Max-Age=9; Path=/; HttpOnly; SameSite=Lax',
  ],
  ['a=1; Domain=guide.example.org; Path=/', 'a=1; Path=/'],
  ['a=1; Secure; SameSite=None; Partitioned', 'a=1; SameSite=Lax'],
  ['secure=secure; Path=/', 'secure=secure; Path=/'],
])('the dev server sets the cookie %s as %s', (ofSite, here) => {
  expect(toLocalCookie(ofSite)).toBe(here);
});

it('the site gets no cookie that another program of this machine set under a reserved name', () => {
  expect(toSiteCookies('__Host-visit=foreign; museumID=1')).toBe('museumID=1');
  expect(toSiteCookies('__Host-visit=foreign')).toBeUndefined();
  expect(toSiteCookies('dev-mine=1')).toBe('dev-mine=1');
});
