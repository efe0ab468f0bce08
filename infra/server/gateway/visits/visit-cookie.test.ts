import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { museumId } from '../testing/samples.ts';
import { createVisitCookie } from './visit-cookie.ts';

const key = Buffer.alloc(32, 1);
const newerKey = Buffer.alloc(32, 2);
const at = (seconds: number): Clock => ({ now: () => seconds * 1000, after: () => () => undefined });
const begunAt = 1_000_000;
const open = (keys: readonly [Buffer, ...Buffer[]], seconds: number) =>
  createVisitCookie({ keys: () => keys, publicOrigin, clock: at(seconds) });
const publicOrigin = 'https://guide.example.org';
const asked = (cookie?: string) => ({ headers: { cookie }, host: 'guide.example.org', ip: '203.0.113.9', protocol: 'https' }) as const;

describe('createVisitCookie', () => {
  const cookies = open([key], begunAt);
  const visit = cookies.begin({ museumId, consent: 'declined' });
  const [cookie = ''] = cookies.header(asked(), visit).split(';');

  it('opens what it sealed for four hours', () => {
    expect(open([key], begunAt + 4 * 3600 - 1).find(asked(`a=b; ${cookie}; c=d`))).toEqual(visit);
    expect(open([key], begunAt + 4 * 3600).find(asked(`a=b; ${cookie}; c=d`))).toBeUndefined();
  });

  it('keeps museum and consent, and four hours however often it is sealed again', () => {
    const later = open([key], begunAt + 3600);
    const header = later.header(asked(), { ...visit, consent: 'agreed' });
    expect(header).toContain('; Max-Age=10800;');
    expect(later.find(asked(header.split(';')[0]))).toEqual({ id: visit.id, museumId, consent: 'agreed', begunAt });
    const anywhere = cookies.begin({ museumId: '*', consent: 'unasked' });
    expect(cookies.find(asked(cookies.header(asked(), anywhere).split(';')[0]))).toEqual(anywhere);
  });

  it('tells browsers to keep it from scripts, other sites and plain connections', () => {
    expect(cookies.header(asked(), visit)).toBe(`${cookie}; Max-Age=14400; Path=/; HttpOnly; Secure; SameSite=Lax`);
  });

  it('opens nothing of which as much as a bit was turned', () => {
    const bytes = Buffer.from(cookie);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cookies.find(asked(turned.toString('latin1')))).toBeUndefined();
    }
  });

  it('opens nothing that was cut, filled or altered by a character', () => {
    for (let end = 0; end < cookie.length; end += 1) expect(cookies.find(asked(cookie.slice(0, end)))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(cookie.length - 1), fc.constantFrom(...'abcXYZ019_-.*', ''), (index, character) => {
        const altered = cookie.slice(0, index) + character + cookie.slice(index + 1);
        expect(cookies.find(asked(altered))).toEqual(altered === cookie ? visit : undefined);
      }),
    );
  });

  it('opens nothing that somebody else made up or sealed', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 100 }), (text) => {
        expect(cookies.find(asked(text))).toBeUndefined();
      }),
    );
    expect(open([newerKey], begunAt).find(asked(`a=b; ${cookie}; c=d`))).toBeUndefined();
    expect(cookies.find(asked())).toBeUndefined();
  });

  it('seals with its newest key, and opens what was sealed before it had that one', () => {
    const renewed = open([newerKey, key], begunAt);
    expect(renewed.find(asked(cookie))).toEqual(visit);
    const [renewedCookie] = renewed.header(asked(), visit).split(';');
    expect([cookies.find(asked(renewedCookie)), open([newerKey], begunAt).find(asked(renewedCookie))]).toEqual([undefined, visit]);
  });

  it('never makes the same visit twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => cookies.begin({ museumId, consent: 'unasked' }).id)).size).toBe(1000);
  });
});
