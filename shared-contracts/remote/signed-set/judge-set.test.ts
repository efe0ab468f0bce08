import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { ReleaseSet } from '../release-set.ts';
import { clockSkewMs, isInLife, parseSet, setByteLimit, validateSet } from './judge-set.ts';

const museumId = 'a'.repeat(24);
const set: ReleaseSet = {
  museumId,
  sequence: 42,
  issuedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T10:00:00.000Z',
  contract: '1.2.0',
  remotes: {},
  keyId: '0'.repeat(16),
  signature: 'A'.repeat(86),
};

describe('text that should be a set', () => {
  it('is one, or says why not', () => {
    expect(parseSet(JSON.stringify(set))).toEqual({ set });
    expect(parseSet(`${' '.repeat(setByteLimit)}${JSON.stringify(set)}`)).toEqual({ problem: 'set-size' });
    expect(parseSet(`"${'é'.repeat(setByteLimit / 2)}"`)).toEqual({ problem: 'set-size' });
    expect(parseSet(JSON.stringify({ ...set, keyId: undefined }))).toEqual({ problem: 'set-shape' });
    expect(parseSet(JSON.stringify({ ...set, more: 1 }))).toEqual({ problem: 'set-shape' });
    expect(parseSet(JSON.stringify({ ...set, signature: `${'A'.repeat(85)}B` }))).toEqual({ problem: 'set-shape' });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseSet(text)).toEqual({ problem: 'set-shape' });
      }),
    );
  });
});

describe('a set', () => {
  it('is for its own museum alone', () => {
    expect(validateSet(set, museumId, undefined)).toBeUndefined();
    expect(validateSet(set, 'b'.repeat(24), undefined)).toBe('set-museum');
    expect(validateSet(set, '*', undefined)).toBe('set-museum');
    expect(validateSet({ ...set, museumId: '*' }, museumId, undefined)).toBe('set-museum');
    expect(validateSet({ ...set, museumId: '*' }, '*', undefined)).toBeUndefined();
  });

  it('is never older than the newest that was here', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (sequence, floor) => {
        expect(validateSet({ ...set, sequence }, museumId, floor)).toBe(sequence < floor ? 'set-older' : undefined);
      }),
    );
  });

  it.each([
    ['2026-11-20T09:54:59.999Z', false],
    ['2026-11-20T09:55:00.000Z', true],
    ['2026-11-21T10:04:59.999Z', true],
    ['2026-11-21T10:05:00.000Z', false],
  ])('at %s is in its life: %s', (time, isAlive) => {
    expect(clockSkewMs).toBe(300_000);
    expect(isInLife(set, Date.parse(time))).toBe(isAlive);
  });
});
