import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import type { ReportFacts } from './report-route.ts';
import { cookieOf } from './testing/chat-client.ts';
import { museumId } from './testing/samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from './testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.ts';

const report = { remote: 'visit', version: '1.2.0', kind: 'failed', code: 'late' };

describe('POST /api/reports', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  let told: ReportFacts[];
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    told = [];
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { onReport: (facts) => void told.push(facts) } });
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });
  const send = (cookie?: string, reports: object[] = [report]) =>
    gateway.post('/api/reports', { sequence: 7, reports }, cookie === undefined ? {} : { cookie });

  it('tells each report with its museum and its visit, and logs it', async () => {
    const answer = await send(`museumID=${museumId}`, [report, { ...report, kind: 'slow' }]);
    expect(answer.status).toBe(204);
    expect(told).toMatchObject([
      { museumId, sequence: 7, report },
      { museumId, sequence: 7, report: { ...report, kind: 'slow' } },
    ]);
    expect(told[0]?.visitKey).toMatch(/^[\w-]{22}$/);
    expect(gateway.logged.filter((line) => line.includes('remote report'))).toHaveLength(2);
  });

  it('knows a visit again by its cookie, and no other by one that was made up', async () => {
    const cookie = cookieOf(await send());
    await send(cookie);
    await send(`${cookie}x`);
    const [first, second, third] = told.map(({ visitKey }) => visitKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
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
