import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import semver from 'semver';
import { forAll } from '../kit/testing/for-all.ts';
import { isVersionRange, satisfies } from './version-range.ts';

const number = fc.constantFrom(0, 0, 1, 2, 3, 9, 10, 19);
const release = fc.tuple(number, number, number).map((numbers) => numbers.join('.'));
const range = fc.tuple(fc.constantFrom('', '^'), release).map((both) => both.join(''));
/** Parts of version ranges that npm accepts. */
const piece = fc.constantFrom('1', '2', '.', '-', 'x', '^', '~', '>', '<', '=', ' ', '||', '|', 'a', '0', '*', '1.2.3', '^1.2.3', 'v');
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ maxLength: 12 }),
);

it('satisfies() agrees with npm for exact versions and caret ranges', () => {
  forAll(release, range, (offered, wanted) => {
    expect(isVersionRange(wanted)).toBe(true);
    expect(`${offered} in ${wanted}: ${satisfies(offered, wanted)}`).toBe(`${offered} in ${wanted}: ${semver.satisfies(offered, wanted)}`);
  });
});

it('satisfies() is false for a range in any other spelling', () => {
  forAll(release, text, (offered, wanted) => {
    if (isVersionRange(wanted)) expect(satisfies(offered, wanted), wanted).toBe(semver.satisfies(offered, wanted));
    else expect(satisfies(offered, wanted), wanted).toBe(false);
  });
});

it.each([
  ...['', 'latest', '*', '^', '^1', '^1.2', '1.x', '~1.2.3', '>=1.0.0 <2.0.0', '^1.0.0 || ^2.0.0', '^^1.2.3', '^01.2.3', '^1.2.3-rc.1'],
  ' ^1.2.3',
])('isVersionRange() refuses “%s”', (wanted) => {
  expect([isVersionRange(wanted), satisfies('1.2.3', wanted)]).toEqual([false, false]);
});

it.each(['', 'v1.2.3', '1.2', '1.2.3.4', '01.2.3', '1.2.3-rc.1', '9999999999.0.0'])(
  'satisfies() is false for the version “%s”',
  (offered) => {
    expect(satisfies(offered, '^1.2.3')).toBe(false);
    expect(satisfies(offered, offered)).toBe(false);
  },
);
