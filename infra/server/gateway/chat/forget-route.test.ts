import { describe, expect, it } from '@rstest/core';
import { chatBody, cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId, otherMuseumId, unknownId } from '../testing/samples.ts';
import { chatPath } from '../testing/scripted-upstreams.ts';
import { openTwoGateways } from '../testing/two-gateways.ts';

describe('POST /api/visits/forget', () => {
  const site = openEachTest();
  const forget = (cookie?: string, museum: string = museumId) =>
    site.gateway.post('/api/visits/forget', { museumId: museum }, cookie === undefined ? {} : { cookie });
  const asked = () =>
    site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body }) => JSON.parse(body).previousChatId as string | undefined);

  it('POST /api/visits/forget removes the visit’s cookie, and what led from it to what was said, also for who kept the cookie', async () => {
    const question = chatBody();
    const cookie = cookieOf(await site.gateway.post('/api/chat', question));
    await site.gateway.post('/api/chat', chatBody(), { cookie });
    const answer = await forget(cookie);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toMatch(/^enfilade-visit=; Max-Age=0;/);
    // Neither the conversation nor an answer that was given already.
    await site.gateway.post('/api/chat', chatBody(), { cookie });
    await site.gateway.post('/api/chat', question, { cookie });
    expect(asked()).toEqual([undefined, 'chat-1', undefined, 'chat-1']);
  });

  it('POST /api/visits/forget deletes nothing of another visit', async () => {
    const mine = cookieOf(await site.gateway.post('/api/chat', chatBody()));
    const another = cookieOf(await site.gateway.post('/api/chat', chatBody()));
    await forget(another);
    await site.gateway.post('/api/chat', chatBody(), { cookie: mine });
    expect(asked().at(-1)).toBe('chat-1');
  });

  it('POST /api/visits/forget forgets the answers of every gateway of the site, whichever of them gave and passed on an answer', async () => {
    const { first, second } = await openTwoGateways(site.upstreams.origin);
    const question = chatBody();
    const cookie = cookieOf(await first.post('/api/chat', question));
    await second.post('/api/chat', question, { cookie });
    expect(asked()).toHaveLength(1);
    for (const gateway of [first, second]) {
      await second.post('/api/visits/forget', { museumId }, { cookie });
      await gateway.post('/api/chat', question, { cookie });
    }
    expect(asked()).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['without a visit', undefined],
    ['with the cookie of none', 'enfilade-visit=forged.1.x.unasked.AAAA'],
  ])('POST /api/visits/forget has nothing left to delete %s', async (_, cookie) => {
    expect((await forget(cookie)).status).toBe(204);
    expect((await forget(cookie, otherMuseumId)).status).toBe(204);
  });

  it('POST /api/visits/forget refuses an unknown museum and a malformed id', async () => {
    expect([(await forget('', unknownId)).status, (await forget('', '../1')).status]).toEqual([404, 400]);
  });
});
