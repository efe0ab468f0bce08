import { endpointList } from '@enfilade/server/http/endpoint-list';
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

  it('has a sentence for the reference', () => {
    const names = site().routes.flatMap(({ method, url }) => (method === 'HEAD' ? [] : [`${method} ${url}`]));
    expect(new Set(Object.keys(endpointList))).toEqual(new Set(names));
  });

  it.each([...writingRoutes, ...readingRoutes])('%s answers by its schema whatever it is asked', (_, one) => walk(one, cases));
});
