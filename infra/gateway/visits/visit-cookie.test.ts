import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createVisitSeal } from './visit-cookie.ts';

const key = Buffer.alloc(32, 1);
const at = (seconds: number): Clock => ({ now: () => seconds * 1000, after: () => () => undefined });
const valueIn = (header: string) => /^__Host-visit=([^;]+)/.exec(header)?.[1] ?? '';

describe('createVisitSeal', () => {
  const seal = createVisitSeal(key, at(1_000_000));
  const visitId = seal.mint();
  const value = valueIn(seal.header(visitId));

  it('opens what it sealed for four hours', () => {
    expect(createVisitSeal(key, at(1_000_000 + 4 * 3600 - 1)).open(value)).toBe(visitId);
    expect(createVisitSeal(key, at(1_000_000 + 4 * 3600)).open(value)).toBeUndefined();
  });

  it('tells browsers to keep it from scripts, other sites and plain connections', () => {
    expect(seal.header(visitId)).toBe(`__Host-visit=${value}; Max-Age=14400; Path=/; HttpOnly; Secure; SameSite=Lax`);
  });

  it('opens nothing that was altered by as much as a character', () => {
    fc.assert(
      fc.property(fc.nat(value.length - 1), fc.constantFrom(...'abcXYZ019_-.', ''), (index, character) => {
        const altered = value.slice(0, index) + character + value.slice(index + 1);
        expect(seal.open(altered)).toBe(altered === value ? visitId : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('opens nothing that somebody else made up or sealed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => expect(seal.open(text)).toBeUndefined()));
    expect(createVisitSeal(Buffer.alloc(32, 2), at(1_000_000)).open(value)).toBeUndefined();
    expect(seal.open(undefined)).toBeUndefined();
  });

  it('never makes the same visit twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => seal.mint())).size).toBe(1000);
  });
});
