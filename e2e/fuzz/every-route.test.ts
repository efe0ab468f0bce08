import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { registryReadingCases, registryWritingCases } from './cases/operator-cases.ts';
import type { RouteCases } from './cases/route-cases.ts';
import { readingCases, writingCases } from './cases/visitor-cases.ts';
import { type FuzzSite, startFuzzSite } from './fuzz-site.ts';
import { heldBytes } from './memory.ts';
import { walkRoute } from './walk-route.ts';

const reading = [...readingCases, ...registryReadingCases];
const writing = [...writingCases, ...registryWritingCases];
const all = [...writing, ...reading];
const allShapes = all.flatMap(({ shapes }) => shapes);
const named = (cases: readonly RouteCases[]) => cases.map((one) => [one.route, one] as const);

/** Of 200 cases a writing route and 50 a reading one; `npm run bench -- fuzz` walks 50 times as far. */
const times = Number(process.env['FUZZ_TIMES'] ?? 1);
const counts = { writing: 200 * times, reading: 50 * times };
/** Only the long walk of the bench needs more than a test may take. */
const patienceMs = 300_000 * Math.max(1, times);
const mostMoreBytes = 20 * 2 ** 20;
/** Names and buckets of each metric, for one route or service. */
const seriesEach = 60;

describe('every route', () => {
  let site: FuzzSite;
  const astray: unknown[] = [];
  const hearAstray = (reason: unknown) => void astray.push(reason);
  beforeAll(async () => {
    process.on('unhandledRejection', hearAstray).on('uncaughtException', hearAstray);
    site = await startFuzzSite();
  });
  afterAll(async () => {
    await site.close();
    process.off('unhandledRejection', hearAstray).off('uncaughtException', hearAstray);
  });

  const walk = async (cases: RouteCases, count: number) => {
    const { statuses, successes, problems } = await walkRoute(site, cases, { count, allShapes });
    // A list in a message is cut short.
    if (problems.length > 0) throw new Error(problems.join('\n'));
    expect(Object.values(statuses).reduce((sum, answers) => sum + answers, 0)).toBe(count);
    const leastSuccesses = (cases.leastSuccesses * count) / 1_000;
    expect({ statuses, leastSuccesses, isReached: successes >= leastSuccesses }).toMatchObject({ isReached: true });
    expect((await site.gateway.get('/healthz')).status).toBe(200);
    expect(astray).toEqual([]);
    site.services.takeCalls();
    // What was limited or forgotten for a while in this walk does not reach into the next.
    site.clock.turn(60_000);
  };

  it('has cases, and no cases are of another', () => {
    const there = site.routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`);
    expect(all).toHaveLength(there.length);
    expect(new Set(all.map(({ route }) => route))).toEqual(new Set(there));
  });

  describe.each([
    ['writing', writing, counts.writing],
    ['reading', reading, counts.reading],
  ] as const)('%s', (_, cases, count) => {
    it.each(named(cases))('%s answers by its schema whatever it is asked', (_route, one) => walk(one, count), patienceMs);
  });

  it(
    'holds no more memory when it is asked all of it again',
    async () => {
      const before = heldBytes();
      for (const one of all) await walkRoute(site, one, { count: 10 * times, allShapes });
      site.services.takeCalls();
      expect(heldBytes() - before).toBeLessThan(mostMoreBytes);
    },
    patienceMs,
  );

  it('makes no more series of metrics than it has routes and services', async () => {
    const { text } = await site.gateway.get('/metrics');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const labels = new Set([...text.matchAll(/[{,]route="([^"]*)"/g)].map(([, route]) => route));
    const templates = new Set(site.routes.map(({ url }) => url));
    expect([...labels].filter((route) => !templates.has(route ?? ''))).toEqual(['unknown']);
    expect(lines.length).toBeGreaterThan(site.routes.length);
    expect(lines.length).toBeLessThan(site.routes.length * seriesEach);
  });
});
