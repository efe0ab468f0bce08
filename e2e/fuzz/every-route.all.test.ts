import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@rstest/core';
import { createLine } from './lines.ts';
import { heldBytes } from './memory.ts';
import { everyCase, openFuzzSite, readingRoutes, writingRoutes } from './open-fuzz-site.ts';

const counts = { writing: 2_000, reading: 500, museums: 5_000 };
const mostMoreBytes = 20 * 2 ** 20;
/** Names and buckets of each metric, for one route or service. */
const seriesEach = 60;

describe('every route, in a long walk', () => {
  const { site, walk, walkAll } = openFuzzSite();

  it.each(writingRoutes)('%s answers thousands of requests by its schema', (_, one) => walk(one, counts.writing));
  it.each(readingRoutes)('%s answers thousands of requests by its schema', (_, one) => walk(one, counts.reading));

  it('the site holds no more memory after a repetition of all requests', async () => {
    const before = heldBytes();
    await walkAll(everyCase, 100);
    expect(heldBytes() - before).toBeLessThan(mostMoreBytes);
  });

  it('the site holds no more memory after requests for thousands of unknown museums', async () => {
    const round = async () => {
      const line = createLine(site().gateway.origin);
      for (let left = counts.museums; left > 0; left -= 1) {
        const id = randomBytes(12).toString('hex');
        expect((await line.ask(Buffer.from(`GET /api/museums/${id} HTTP/1.1\r\nhost: localhost\r\n\r\n`)))?.status).toBe(404);
      }
      line.close();
      site().services.takeCalls();
      return heldBytes();
    };
    const before = await round();
    expect((await round()) - before).toBeLessThan(mostMoreBytes);
  });

  it('the metrics have no more series than routes and services need', async () => {
    const { text } = await site().gateway.get('/metrics');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const labels = new Set([...text.matchAll(/[{,]route="([^"]*)"/g)].map(([, route]) => route));
    const templates = new Set(site().routes.map(({ url }) => url));
    expect([...labels].filter((route) => !templates.has(route ?? ''))).toEqual(['unknown']);
    expect(lines.length).toBeGreaterThan(site().routes.length);
    expect(lines.length).toBeLessThan(site().routes.length * seriesEach);
  });
});
