import { afterAll, beforeAll, expect } from '@rstest/core';
import { actionCases, registryReadingCases, registryWritingCases } from './cases/operator-cases.ts';
import type { RouteCases } from './cases/route-cases.ts';
import { readingCases, writingCases } from './cases/visitor-cases.ts';
import { type FuzzSite, startFuzzSite } from './fuzz-site.ts';
import { walkRoute } from './walk-route.ts';

const named = (cases: readonly RouteCases[]) => cases.map((one) => [one.route, one] as const);
export const writingRoutes = named([...writingCases, ...registryWritingCases, ...actionCases]);
export const readingRoutes = named([...readingCases, ...registryReadingCases]);
export const everyCase = [...writingRoutes, ...readingRoutes].map(([, one]) => one);
const allShapes = everyCase.flatMap(({ shapes }) => shapes);

/** One site for a test file. */
export function openFuzzSite() {
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
  return {
    site: () => site,
    async walk(cases: RouteCases, count: number) {
      const { statuses, successes, problems } = await walkRoute(site, cases, { count, allShapes });
      // The test runner would shorten a list.
      if (problems.length > 0) throw new Error(problems.join('\n'));
      expect(Object.values(statuses).reduce((sum, answers) => sum + answers, 0)).toBe(count);
      const leastSuccesses = Math.floor((cases.leastSuccesses * count) / 1_000);
      expect({ statuses, leastSuccesses, isReached: successes >= leastSuccesses }).toMatchObject({ isReached: true });
      expect((await site.gateway.get('/healthz')).status).toBe(200);
      expect(astray).toEqual([]);
      site.services.takeCalls();
      // The limits of this walk must not affect the next walk.
      site.clock.turn(60_000);
    },
    async walkAll(all: readonly RouteCases[], count: number) {
      for (const one of all) await walkRoute(site, one, { count, allShapes });
      site.services.takeCalls();
    },
  };
}
