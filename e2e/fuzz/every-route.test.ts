import { describe, expect, it } from '@rstest/core';
import { everyCase, openFuzzSite, readingRoutes, writingRoutes } from './open-fuzz-site.ts';

/** A short walk of each route; `every-route.all.test.ts` goes far. */
const cases = 24;

describe('every route', () => {
  const { site, walk } = openFuzzSite();

  it('has cases, and no cases are of another', () => {
    const there = site().routes.filter(({ method }) => method !== 'HEAD');
    expect(everyCase).toHaveLength(there.length);
    expect(new Set(everyCase.map(({ route }) => route))).toEqual(new Set(there.map(({ method, url }) => `${method} ${url}`)));
  });

  it.each([...writingRoutes, ...readingRoutes])('%s answers by its schema whatever it is asked', (_, one) => walk(one, cases));
});
