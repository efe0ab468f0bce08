import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import semver from 'semver';
import { satisfies } from './version-range.ts';

const number = fc.constantFrom(0, 0, 1, 2, 3, 9, 10, 19);
const identifier = fc.constantFrom('0', '1', '10', 'alpha', 'beta', 'rc', 'dev', '5f2c91aa', 'x-y');
const pre = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.array(identifier, { minLength: 1, maxLength: 3 }).map((all) => `-${all.join('.')}`),
);
const version = fc.tuple(number, number, number, pre).map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);
const wild = fc.constantFrom('x', 'X', '*');
const partial = fc.oneof(
  { weight: 4, arbitrary: version },
  fc.tuple(number, number).map((all) => all.join('.')),
  number.map(String),
  fc.tuple(number, number, wild).map((all) => all.join('.')),
  fc.tuple(number, wild).map((all) => all.join('.')),
  fc.tuple(number, wild, wild).map((all) => all.join('.')),
  wild,
);
const operator = fc.constantFrom('', '', '=', '^', '^', '~', '~', '~>', '<', '<=', '>', '>=', '>= ', '^ ');
const comparator = fc.tuple(operator, partial).map((both) => both.join(''));
const set = fc.oneof(
  fc.array(comparator, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
  fc.tuple(partial, partial).map((both) => both.join(' - ')),
);
const range = fc.array(set, { minLength: 1, maxLength: 3 }).map((all) => all.join(' || '));

describe('a version range', () => {
  it('is read as npm reads it', () => {
    fc.assert(
      fc.property(version, range, (offered, wanted) => {
        expect(`${offered} in ${wanted}: ${satisfies(offered, wanted)}`).toBe(
          `${offered} in ${wanted}: ${semver.satisfies(offered, wanted)}`,
        );
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes in nothing that npm would not when it is written by hand', () => {
    const scrap = fc.constantFrom('1', '2', '.', '-', 'x', '^', '~', '>', '<', '=', ' ', '||', '|', 'a', '0', '*');
    fc.assert(
      fc.property(
        version,
        fc.array(scrap, { maxLength: 10 }).map((all) => all.join('')),
        (offered, wanted) => {
          if (satisfies(offered, wanted)) expect(semver.satisfies(offered, wanted), wanted).toBe(true);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it.each(['x', '>=0', '0.0.0 - *', '* *'])('means no pre-release once a part of it lets everything in: 2.1.0-0 || %s', (anything) => {
    expect(satisfies('2.1.0-0', `2.1.0-0 || ${anything}`)).toBe(semver.satisfies('2.1.0-0', `2.1.0-0 || ${anything}`));
    expect(satisfies('2.1.0', `2.1.0-0 || ${anything}`)).toBe(true);
  });

  it.each(['1.2', 'v', '', '1.2.3.4', '01.2.3', 'latest', '1.2.3-', '1.2.3-a..b', '9999999999999999999.0.0'])(
    'holds nothing that is no version: %s',
    (offered) => {
      expect(satisfies(offered, '*')).toBe(false);
    },
  );

  it.each(['latest', '^', '1 - 2 - 3', '>=1 <', '1.2.3.4', '^1 || nonsense', 'workspace:*', '^01'])(
    'that is none holds nothing: %s',
    (wanted) => {
      expect(satisfies('1.2.3', wanted)).toBe(false);
    },
  );
});
