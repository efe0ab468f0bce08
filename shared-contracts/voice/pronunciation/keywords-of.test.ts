import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { keywordsOf } from './keywords-of.ts';

const artists = [
  { slug: 'rieder', name: 'Anton Rieder', weight: 5 },
  { slug: 'savelli', name: 'Jacopo Savelli', weight: 50 },
  { slug: 'corvaux', name: 'Mathilde Corvaux', weight: 10 },
];

it('keywordsOf() lists the museum’s names with their weights, heaviest first', () => {
  expect(keywordsOf({ artists }).map(({ name, weight }) => `${name} ${weight}`)).toEqual([
    'Jacopo Savelli 50',
    'Mathilde Corvaux 10',
    'Anton Rieder 5',
  ]);
});

it('keywordsOf() raises the weights of chosen artists and ignores unknown artists', () => {
  expect(keywordsOf({ artists }, ['artist.rieder', 'artist.savelli', 'artist.nobody'])).toEqual([
    { name: 'Jacopo Savelli', weight: 50 },
    { name: 'Anton Rieder', weight: 28 },
    { name: 'Mathilde Corvaux', weight: 10 },
  ]);
});

it('keywordsOf() keeps weights within 5 and 50 and never lowers a weight', () => {
  const artist = fc.record({
    slug: fc.constantFrom('a', 'b', 'c'),
    name: fc.string({ minLength: 1 }),
    weight: fc.integer({ min: 5, max: 50 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(artist, { selector: ({ slug }) => slug }), fc.subarray(['artist.a', 'artist.b']), (some, chosen) => {
      const plain = new Map(keywordsOf({ artists: some }).map(({ name, weight }) => [name, weight]));
      for (const { name, weight } of keywordsOf({ artists: some }, chosen)) {
        expect([weight >= 5, weight <= 50, Number.isInteger(weight)]).toEqual([true, true, true]);
        if (plain.size === some.length) expect(weight).toBeGreaterThanOrEqual(plain.get(name) ?? 0);
      }
    }),
  );
});
