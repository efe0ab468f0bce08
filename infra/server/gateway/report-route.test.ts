import { beforeEach, describe, expect, it } from '@rstest/core';
import { cookieOf } from './testing/chat-client.ts';
import { openEachTest } from './testing/open-each-test.ts';
import { museumId, otherMuseumId, unknownId } from './testing/samples.ts';
import { browserOf, type ReportFacts } from './visits/visit-routes.ts';

const report = { remote: 'visit', version: '1.2.0', kind: 'failed', code: 'late' };

describe('POST /api/reports', () => {
  let told: ReportFacts[] = [];
  const site = openEachTest({ options: { onReport: (facts) => void told.push(facts) } });
  beforeEach(() => {
    told = [];
  });
  const send = (cookie?: string, reports: object[] = [report]) =>
    site.gateway.post('/api/reports', { sequence: 7, reports }, cookie === undefined ? {} : { cookie });

  it('POST /api/reports begins a visit with the first report of a museum’s page, which counts for nobody, and tells the next ones with it', async () => {
    const first = await send(`museumID=${museumId}`, [report, { ...report, kind: 'slow' }]);
    expect(first.status).toBe(204);
    expect(told).toEqual([
      { museumId, visit: undefined, sequence: 7, report },
      { museumId, visit: undefined, sequence: 7, report: { ...report, kind: 'slow' } },
    ]);
    expect(site.gateway.logged.filter((line) => line.includes('remote report'))).toHaveLength(2);
    const cookie = cookieOf(first);
    const next = await send(`museumID=${museumId}; visitorID=0123456789abcdef; ${cookie}`);
    expect(next.headers['set-cookie']).toBeUndefined();
    const id = cookie.slice('enfilade-visit='.length).split('.')[0];
    expect(told.at(-1)?.visit).toEqual({ id, address: '127.0.0.1', visitorId: '0123456789abcdef', browser: 'other' });
  });

  it('POST /api/reports begins another visit for another museum and for a forged one, and none on a page without a museum', async () => {
    const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
    const answers = [await send(`museumID=${otherMuseumId}; ${cookie}`), await send(`museumID=${museumId}; ${cookie}x`), await send('')];
    expect(told.map(({ visit }) => visit)).toEqual([undefined, undefined, undefined]);
    expect(answers.map(({ headers }) => headers['set-cookie'] !== undefined)).toEqual([true, true, false]);
    await send(cookie);
    expect(told.at(-1)).toMatchObject({ museumId: undefined, visit: { address: '127.0.0.1' } });
  });

  it('POST /api/reports begins no visit for a museum that does not exist and counts nothing under its name', async () => {
    const answer = await send(`museumID=${unknownId}`);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([204, undefined]);
    expect(told).toMatchObject([{ museumId: undefined, visit: undefined }]);
  });

  it.each(['', 'museumID=', 'museumID=belmonte', `museumID=${museumId.toUpperCase()}`, 'museumID=*', `museumID=${museumId}0`])(
    'POST /api/reports takes "%s" for a page without a museum',
    async (cookie) => {
      await send(cookie);
      expect(told).toMatchObject([{ museumId: undefined }]);
    },
  );

  it('POST /api/reports tells nothing of a body it refuses', async () => {
    expect((await send(undefined, [report, { ...report, kind: 'secret' }])).status).toBe(400);
    expect(told).toEqual([]);
  });
});

describe('the name of a browser', () => {
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6';
  it.each([
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome 141'],
    ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge 140'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet 28',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`, 'Safari 18'],
    ['curl/8.9', 'other'],
    [undefined, 'other'],
  ])('the name of a browser of %s is %s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name));
});
