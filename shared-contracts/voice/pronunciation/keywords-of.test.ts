import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import { keywordsOf } from './keywords-of.ts';

const artists = [
  { slug: 'rieder', name: 'Anton Rieder', weight: 5 },
  { slug: 'savelli', name: 'Jacopo Savelli', weight: 50 },
  { slug: 'corvaux', name: 'Mathilde Corvaux', weight: 10 },
];

it.each([
  ['lists the museum’s names with their weights, heaviest first', [], 'Jacopo Savelli 50, Mathilde Corvaux 10, Anton Rieder 5'],
  ['raises the weights of chosen artists', ['artist.rieder', 'artist.savelli'], 'Jacopo Savelli 50, Anton Rieder 28, Mathilde Corvaux 10'],
  ['ignores unknown artists', ['artist.nobody'], 'Jacopo Savelli 50, Mathilde Corvaux 10, Anton Rieder 5'],
])('keywordsOf() %s', (_, chosen, keywords) => {
  const listed = keywordsOf({ artists }, chosen);
  expect(listed).toEqual(keywords.split(', ').map((each) => ({ name: each.replace(/ \d+$/, ''), weight: Number(each.match(/\d+$/)) })));
});

it('keywordsOf() keeps weights within 5 and 50 and never lowers a weight', () => {
  const artist = fc.record({
    slug: fc.constantFrom('a', 'b', 'c'),
    name: fc.string({ minLength: 1 }),
    weight: fc.integer({ min: 5, max: 50 }),
  });
  forAll(fc.uniqueArray(artist, { selector: ({ slug }) => slug }), fc.subarray(['artist.a', 'artist.b']), (some, chosen) => {
    const plain = new Map(keywordsOf({ artists: some }).map(({ name, weight }) => [name, weight]));
    for (const { name, weight } of keywordsOf({ artists: some }, chosen)) {
      expect([weight >= 5, weight <= 50, Number.isInteger(weight)]).toEqual([true, true, true]);
      if (plain.size === some.length) expect(weight).toBeGreaterThanOrEqual(plain.get(name) ?? 0);
    }
  });
});
