import { rename, rm } from 'node:fs/promises';
import { auditSchema, rolloutResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { metricList } from '../http/metric-list.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Site } from './start-site.ts';
import { museumId, oneMuseum, testSites, tokenOf } from './testing/start-test-site.ts';

describe('a site that watches itself', () => {
  const { folder, start, landing } = testSites();
  let content: Record<string, string>;
  let site: Site;
  beforeEach(async () => {
    content = await oneMuseum(folder(), 'belmonte');
    site = await start({
      environment: { TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT: '0', METRICS_HOST: '127.0.0.1', ...content },
      // The first build becomes the default. Versions without `-dev.` do not replace a default.
      builds: [await landing('1.0.0'), await landing('1.1.0')],
    });
  });

  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, more: { cookie?: string; address?: string } = {}) => {
    const headers = {
      authorization: `Bearer ${await tokenOf(site)}`,
      'x-enfilade': '1',
      cookie: `museumID=${museumId}; ${more.cookie ?? ''}`,
      'x-forwarded-for': more.address ?? '',
    };
    const sent = body ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) } : { headers };
    const answer = await request(site.origin + url, { method, ...sent });
    return { status: answer.statusCode, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', text: await answer.body.text() };
  };
  /** Sends the report twice, because the first report only begins the visit and does not count. */
  const report = async (kind: string, phone: number, more = {}) => {
    const body = { sequence: 4, reports: [{ remote: 'landing', version: '1.1.0', kind, ...more }] };
    const address = `10.0.${phone}.1`;
    const { cookie } = await send('POST', '/api/reports', body, { address });
    return send('POST', '/api/reports', body, { address, cookie });
  };

  it('/readyz responds with 503, the reason and Retry-After if the journal cannot be written or pinned files are missing', async () => {
    const readiness = async () => {
      const { statusCode, headers, body } = await request(`${site.origin}/readyz`);
      const { problems } = (await body.json()) as { problems: string[] };
      return { statusCode, retryAfter: headers['retry-after'], problems };
    };
    expect(await readiness()).toMatchObject({ statusCode: 200, problems: [] });
    const [database, aside] = [folder('data/site.db'), folder('aside.db')];
    await rename(database, aside);
    await expect.poll(readiness).toMatchObject({
      statusCode: 503,
      problems: [expect.stringMatching(/^The registry cannot write now.*; try again later\.$/)],
    });
    await rename(aside, database);
    await expect.poll(readiness).toMatchObject({ statusCode: 200 });
    await rm(folder('data/artifacts/landing'), { recursive: true });
    await expect.poll(readiness).toMatchObject({
      statusCode: 503,
      retryAfter: '5',
      problems: [expect.stringMatching(/^Files of landing 1\.\d\.0, which is pinned, are missing$/)],
    });
  });

  it('the metrics port serves only /metrics, with exactly the metrics of the metric list', async () => {
    const metrics = createMetrics();
    metrics.watchProcess();
    await site.close();
    site = await start({ environment: { METRICS_PORT: '0', ...content }, metrics });
    const at = (port: number | string, url: string) => request(`http://127.0.0.1:${port}${url}`);
    const { statusCode, headers, body } = await at(site.metricsPort, '/metrics');
    const text = await body.text();
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type] as const);
    const listed = Object.entries(metricList).map(([name, { type }]) => [name, type] as const);
    expect(served.filter(([name]) => name.startsWith('enfilade_') || name in metricList).sort()).toEqual(listed.sort());
    expect(text).toMatch(/^enfilade_journal_seconds_count\{operation="read",outcome="ok"\} \d+$/m);
    expect(text).toMatch(/^enfilade_voice_slots\{state="all"\} 10$/m);
    for (const url of ['/', '/readyz', '/metrics?x=1']) expect((await at(site.metricsPort, url)).statusCode, url).toBe(404);
    expect((await request(`${site.origin}/metrics`)).statusCode).toBe(404);
  });

  it('a start fails with a message if METRICS_PORT is in use', async () => {
    const other = start({ environment: { DATA_DIR: folder('other'), METRICS_PORT: String(site.metricsPort) } });
    await expect(other).rejects.toThrow(
      `Port ${site.metricsPort} on 127.0.0.1 is in use by another program: stop that program, or start with another METRICS_PORT.`,
    );
  });

  it('a rollout halts after seven failed visits, and the metrics count halts, reports and timings', async () => {
    const rollouts = `/registry/v1/museums/${museumId}/rollouts`;
    const started = await send('POST', rollouts, { versions: { landing: '1.1.0' }, percent: 100 });
    const { id } = rolloutResultSchema.parse(JSON.parse(started.text));
    for (let visit = 0; visit < 7; visit++) expect((await report('failed', visit)).status).toBe(204);
    await report('vitals', 7, { vitals: { usableMs: 1_400 } });
    // This change runs after the halt and is refused.
    expect((await send('PATCH', `${rollouts}/${id}`, { percent: 10 })).status).toBe(422);
    const { records } = auditSchema.parse(JSON.parse((await send('GET', '/registry/v1/audit')).text));
    expect(records.at(-1)).toMatchObject({ action: 'rollout-halted', actor: 'watch', payload: { museumId, id, reason: 'failures' } });
    expect((await send('GET', `/?museum=${museumId}`)).text).toContain('/remotes/landing/1.0.0/');
    const counted = await (await request(`http://127.0.0.1:${site.metricsPort}/metrics`)).body.text();
    for (const line of [
      'enfilade_rollouts_halted_total{reason="failures"} 1',
      'enfilade_rollouts_running 0',
      // Each report is counted twice, because the first report begins the visit.
      'enfilade_reports_total{remote="landing",kind="failed"} 14',
      'enfilade_reports_total{remote="landing",kind="vitals"} 2',
      // Timings count only from a visit.
      'enfilade_screen_usable_seconds_sum{remote="landing"} 1.4',
      'enfilade_visits_total 8',
    ])
      expect(counted).toContain(line);
  });
});
