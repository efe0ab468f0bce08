import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { type FuzzSite, startFuzzSite } from './fuzz-site.ts';
import { createLine, type Line } from './lines.ts';
import { heldBytes } from './memory.ts';

/** The bench asks for 10,000. */
const times = Number(process.env['FUZZ_TIMES'] ?? 1);
const idCount = 200 * times;
const patienceMs = 300_000 * times;
const lineCount = 16;
const museumPath = '/rest-api/v2/museums/';

describe('museums nobody has', () => {
  let site: FuzzSite;
  let lines: Line[];
  beforeAll(async () => {
    site = await startFuzzSite();
    lines = Array.from({ length: lineCount }, () => createLine(site.gateway.origin));
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    await site.close();
  });

  const makeIds = () => Array.from({ length: idCount }, () => randomBytes(12).toString('hex'));
  /** Asks for each id, several at a time. @returns how often each status came */
  const ask = async (ids: readonly string[], address: (id: string) => string) => {
    const statuses: Record<number, number> = {};
    const left = ids.values();
    const work = async (line: Line) => {
      for (const id of left) {
        const answer = await line.ask(Buffer.from(`GET ${address(id)} HTTP/1.1\r\nhost: localhost\r\n\r\n`));
        statuses[answer?.status ?? 0] = (statuses[answer?.status ?? 0] ?? 0) + 1;
      }
    };
    await Promise.all(lines.map(work));
    return statuses;
  };
  /** Calls of the middleware for a museum, by its id. */
  const takeCalls = () => {
    const calls = new Map<string, number>();
    for (const { path } of site.services.upstreams.heard.splice(0))
      if (path.startsWith(museumPath)) calls.set(path.slice(museumPath.length), (calls.get(path.slice(museumPath.length)) ?? 0) + 1);
    return calls;
  };
  const mostCalls = (calls: Map<string, number>) => Math.max(...calls.values());
  const api = (id: string) => `/api/museums/${id}`;
  const page = (id: string) => `/?museum=${id}`;
  const scene = (id: string) => `/media/scenes/${id}/library/positive.svg`;

  it(
    'are asked for upstream once in thirty seconds, by whatever address',
    async () => {
      const ids = makeIds();
      expect(await ask(ids, api)).toEqual({ 404: idCount });
      await ask(ids, api);
      for (const address of [page, scene]) await ask(ids.slice(0, 300), address);
      const calls = takeCalls();
      expect([calls.size, mostCalls(calls)]).toEqual([idCount, 1]);
      site.clock.turn(29_000);
      await ask(ids.slice(0, 50), api);
      expect(takeCalls().size).toBe(0);
      site.clock.turn(2_000);
      await ask(ids.slice(0, 50), api);
      expect(takeCalls().size).toBe(50);
    },
    patienceMs,
  );

  it('cost the middleware one call each when many ask at the same moment', async () => {
    const ids = makeIds().slice(0, 20);
    await ask(
      ids.flatMap((id) => Array<string>(lineCount).fill(id)),
      api,
    );
    const calls = takeCalls();
    expect([calls.size, mostCalls(calls)]).toEqual([20, 1]);
  });

  it('get the default set without a call', async () => {
    expect(await ask(makeIds(), (id) => `/api/compositions/${id}`)).toEqual({ 200: idCount });
    expect(takeCalls().size).toBe(0);
  });

  it(
    'leave no memory behind that grows with them',
    async () => {
      const round = async () => {
        await ask(makeIds(), api);
        site.services.takeCalls();
        return heldBytes();
      };
      const before = await round();
      expect((await round()) - before).toBeLessThan(20 * 2 ** 20);
    },
    patienceMs,
  );
});
