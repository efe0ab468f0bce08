import { endpointList } from '@enfilade/server/http/endpoint-list';
import { actionEndpoints } from '@enfilade/server/registry/actions/actions';
import { describe, expect, it } from '@rstest/core';
import { everyCase, openFuzzSite, readingRoutes, writingRoutes } from './open-fuzz-site.ts';

const cases = 24;

describe('every route', () => {
  const { site, walk } = openFuzzSite();

  it('every route has cases, and every case has a route', () => {
    const there = site().routes.filter(({ method }) => method !== 'HEAD');
    expect(everyCase).toHaveLength(there.length);
    expect(new Set(everyCase.map(({ route }) => route))).toEqual(new Set(there.map(({ method, url }) => `${method} ${url}`)));
  });

  it('every route has a sentence in the reference', () => {
    const names = site().routes.flatMap(({ method, url }) => (method === 'HEAD' ? [] : [`${method} ${url}`]));
    expect(new Set([...Object.keys(endpointList), ...Object.keys(actionEndpoints)])).toEqual(new Set(names));
  });

  it.each([...writingRoutes, ...readingRoutes])('%s answers every request by its schema', (_, one) => walk(one, cases));
});
