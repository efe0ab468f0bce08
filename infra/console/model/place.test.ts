import { describe, expect, it } from '@rstest/core';
import { formatPlace, type Place, parsePlace } from './place.ts';
import { parseMinutes, parseShare } from './share.ts';

describe('the place in the console', () => {
  it.each<Place>([
    { page: 'overview' },
    { page: 'trail' },
    { page: 'museum', museumId: '*' },
    { page: 'museum', museumId: 'a'.repeat(24) },
  ])('%o is found again from its address', (place) => {
    expect(parsePlace(formatPlace(place))).toEqual(place);
  });

  it('is the overview where the address names no museum that could be', () => {
    for (const search of ['', '?museum=', '?museum=../..', '?museum=**', '?other'])
      expect(parsePlace(search)).toEqual({ page: 'overview' });
  });
});

describe('what is typed', () => {
  it('is a share from 0 to 100 with two decimals at most', () => {
    expect(['0', '100', ' 12.25 '].map(parseShare)).toEqual([0, 100, 12.25]);
    expect(['', '101', '-1', '1e1', '5.125', 'ten', '100.01'].map(parseShare)).toEqual(Array(7).fill(undefined));
  });

  it('is a whole number of minutes, a day at most', () => {
    expect(['1', '1440'].map(parseMinutes)).toEqual([1, 1440]);
    expect(['', '0', '1441', '1.5', '-5'].map(parseMinutes)).toEqual(Array(5).fill(undefined));
  });
});
