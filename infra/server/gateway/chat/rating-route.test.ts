import { randomUUID } from 'node:crypto';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, unknownId, visit } from '../testing/samples.ts';

describe('POST /api/ratings', () => {
  const site = openEachTest();

  const messageId = randomUUID();
  const rate = (change: object = {}, headers: Record<string, string> = {}) =>
    site.gateway.post('/api/ratings', { visit, messageId, rating: 'helpful', ...change }, headers);
  const rated = () => site.gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'an answer was rated');

  it.each(['helpful', 'not-helpful', 'none'])(
    'POST /api/ratings writes down that an answer was rated %s, and nothing of who did',
    async (rating) => {
      const answer = await rate({ rating, visit: { ...visit, answers: { time: ['time.15'] } } });
      expect([answer.status, answer.text]).toEqual([204, '']);
      const [{ requestId, time, ...line }] = rated();
      expect([requestId, time]).toEqual([expect.any(String), expect.any(Number)]);
      expect(line).toEqual({ level: 'info', museumId, exhibitionId, messageId, rating, msg: 'an answer was rated' });
    },
  );

  it('POST /api/ratings begins a visit if there is none, and continues an existing one', async () => {
    const first = await rate();
    expect(cookieOf(first)).toMatch(/^enfilade-visit=/);
    expect((await rate({}, { cookie: cookieOf(first) })).headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['another word', { rating: 'boring' }, 400, 'malformed'],
    ['an id that is none', { messageId: '../1' }, 400, 'malformed'],
    ['a field too many', { comment: 'private' }, 400, 'malformed'],
    ['an unknown museum', { visit: { ...visit, museumId: unknownId } }, 404, 'museum-not-found'],
    ['an exhibition of another museum', { visit: { ...visit, exhibitionId: foreignExhibitionId } }, 404, 'exhibition-not-found'],
  ])('POST /api/ratings refuses %s and writes nothing down', async (_, change, status, code) => {
    const answer = await rate(change);
    expect([answer.status, z.strictObject(gatewayErrorSchema.shape).parse(answer.json()).code]).toEqual([status, code]);
    expect(rated()).toEqual([]);
  });
});
