import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';

/** The same value with every object's keys in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
}

const isPlain = (value: unknown): boolean => !JSON.stringify(value).includes('"__proto__"');
const json = fc.jsonValue().filter(isPlain);

describe('canonical JSON', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('is JSON of the same value, so that no two values share it', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('has sorted keys, no whitespace and no absent values', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'é "x"' }], a: undefined, Z: true })).toBe('{"Z":true,"b":[1,{"c":"é \\"x\\"","d":null}]}');
  });
});
