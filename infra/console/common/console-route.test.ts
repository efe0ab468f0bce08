import { describe, expect, it } from '@rstest/core';
import { type ConsoleRoute, formatRoute, parseRoute } from './console.tsx';
import { parseShare } from './share.tsx';

describe('the route in the console', () => {
  it.each<ConsoleRoute>([
    { page: 'overview' },
    { page: 'audit' },
    { page: 'museum', museumId: '*' },
    { page: 'museum', museumId: 'a'.repeat(24) },
    { page: 'questions', museumId: 'a'.repeat(24) },
  ])('%o is found again from its address', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it('is the overview where the address names no museum that could be', () => {
    for (const search of ['', '?museum=', '?museum=../..', '?museum=**', '?other'])
      expect(parseRoute(search)).toEqual({ page: 'overview' });
  });
});

describe('what is typed', () => {
  it('is a share from 0 to 100 with two decimals at most', () => {
    expect(['0', '100', ' 12.25 '].map(parseShare)).toEqual([0, 100, 12.25]);
    expect(['', '101', '-1', '1e1', '5.125', 'ten', '100.01'].map(parseShare)).toEqual(Array(7).fill(undefined));
  });
});
