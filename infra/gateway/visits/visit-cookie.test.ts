import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createVisitSeal } from './visit-cookie.ts';

const key = Buffer.alloc(32, 1);
const at = (seconds: number): Clock => ({ now: () => seconds * 1000, after: () => () => undefined });

describe('createVisitSeal', () => {
  const seal = createVisitSeal(key, at(1_000_000));
  const visitId = seal.mint();
  const [cookie = ''] = seal.header(visitId).split(';');

  it('opens what it sealed for four hours', () => {
    expect(createVisitSeal(key, at(1_000_000 + 4 * 3600 - 1)).find(`a=b; ${cookie}; c=d`)).toBe(visitId);
    expect(createVisitSeal(key, at(1_000_000 + 4 * 3600)).find(`a=b; ${cookie}; c=d`)).toBeUndefined();
  });

  it('tells browsers to keep it from scripts, other sites and plain connections', () => {
    expect(seal.header(visitId)).toBe(`${cookie}; Max-Age=14400; Path=/; HttpOnly; Secure; SameSite=Lax`);
  });

  it('opens nothing that was altered by as much as a character', () => {
    fc.assert(
      fc.property(fc.nat(cookie.length - 1), fc.constantFrom(...'abcXYZ019_-.', ''), (index, character) => {
        const altered = cookie.slice(0, index) + character + cookie.slice(index + 1);
        expect(seal.find(altered)).toBe(altered === cookie ? visitId : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('opens nothing that somebody else made up or sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(seal.find(text)).toBeUndefined();
      }),
    );
    expect(createVisitSeal(Buffer.alloc(32, 2), at(1_000_000)).find(`a=b; ${cookie}; c=d`)).toBeUndefined();
    expect(seal.find(undefined)).toBeUndefined();
  });

  it('never makes the same visit twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => seal.mint())).size).toBe(1000);
  });
});
