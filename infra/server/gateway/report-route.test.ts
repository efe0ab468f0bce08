import { beforeEach, describe, expect, it } from '@rstest/core';
import type { ReportFacts } from './report-route.ts';
import { cookieOf } from './testing/chat-client.ts';
import { openEachTest } from './testing/open-each-test.ts';
import { museumId } from './testing/samples.ts';

const report = { remote: 'visit', version: '1.2.0', kind: 'failed', code: 'late' };

describe('POST /api/reports', () => {
  let told: ReportFacts[] = [];
  const site = openEachTest({ options: { onReport: (facts) => void told.push(facts) } });
  beforeEach(() => {
    told = [];
  });
  const send = (cookie?: string, reports: object[] = [report]) =>
    site.gateway.post('/api/reports', { sequence: 7, reports }, cookie === undefined ? {} : { cookie });

  it('tells each report with its museum and its visit, and logs it', async () => {
    const answer = await send(`museumID=${museumId}`, [report, { ...report, kind: 'slow' }]);
    expect(answer.status).toBe(204);
    expect(told).toMatchObject([
      { museumId, sequence: 7, report },
      { museumId, sequence: 7, report: { ...report, kind: 'slow' } },
    ]);
    expect(told[1]?.visitKey).not.toBe('');
    expect(site.gateway.logged.filter((line) => line.includes('remote report'))).toHaveLength(2);
  });

  it('knows a visit again by its cookie, and begins none', async () => {
    const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
    const answers = [await send(cookie), await send(`${cookie}; visitorID=0123456789abcdef`), await send(`${cookie}x`), await send()];
    const [first, second, forged, none] = told.map(({ visitKey }) => visitKey);
    expect([first, second]).toEqual([cookie.slice('enfilade-visit='.length).split('.')[0], first]);
    expect(new Set([first, forged, none]).size).toBe(3);
    expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('knows a browser again that has no visit yet by the number it gave itself', async () => {
    for (const number of ['0123456789abcdef', '0123456789abcdef', 'fedcba9876543210']) await send(`visitorID=${number}`);
    const [first, second, third] = told.map(({ visitKey }) => visitKey);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it.each(['', 'museumID=', 'museumID=belmonte', `museumID=${museumId.toUpperCase()}`, 'museumID=*', `museumID=${museumId}0`])(
    'takes "%s" for a page without a museum',
    async (cookie) => {
      await send(cookie);
      expect(told).toMatchObject([{ museumId: undefined }]);
    },
  );

  it('tells nothing of a body it refuses', async () => {
    expect((await send(undefined, [report, { ...report, kind: 'secret' }])).status).toBe(400);
    expect(told).toEqual([]);
  });
});
