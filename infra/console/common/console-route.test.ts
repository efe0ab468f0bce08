import { expect, it } from '@rstest/core';
import { type ConsoleRoute, formatRoute, parseRoute } from './console.tsx';
import { parseShare } from './share.tsx';

it.each<ConsoleRoute>([
  { page: 'overview' },
  { page: 'audit' },
  { page: 'museum', museumId: '*' },
  { page: 'museum', museumId: 'a'.repeat(24) },
  { page: 'questions', museumId: 'a'.repeat(24) },
])('the address of the route %o leads to the same route', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

it('an address with a malformed museum id leads to the overview', () => {
  for (const search of ['', '?museum=', '?museum=../..', '?museum=**', '?other']) expect(parseRoute(search)).toEqual({ page: 'overview' });
});

it('a typed share is a number from 0 to 100 with up to two decimals', () => {
  expect(['0', '100', ' 12.25 '].map(parseShare)).toEqual([0, 100, 12.25]);
  expect(['', '101', '-1', '1e1', '5.125', 'ten', '100.01'].map(parseShare)).toEqual(Array(7).fill(undefined));
});
