import { readFile } from 'node:fs/promises';
import path from 'node:path';
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

  it('every route has a sentence in the reference', async () => {
    const names = site().routes.flatMap(({ method, url }) => (method === 'HEAD' ? [] : [`${method} ${url}`]));
    const reference = await readFile(path.join(import.meta.dirname, '../../docs/reference/endpoints.md'), 'utf8');
    const described = [...reference.matchAll(/^\| `([A-Z]+ \S+)` \| .+ \|$/gm)].map(([, name]) => name);
    expect(described).toHaveLength(names.length);
    expect(new Set(described)).toEqual(new Set(names));
  });

  it.each([...writingRoutes, ...readingRoutes])('%s answers every request by its schema', (_, one) => walk(one, cases));
});
