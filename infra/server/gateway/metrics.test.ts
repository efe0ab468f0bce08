import type { RolloutResult } from '@enfilade/shared-contracts/api/registry-schemas';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { cookieNames } from '@enfilade/shared-contracts/visit/visit-cookies';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { isInShare } from '../registry/choosing/rollout-bucket.ts';
import { createReleaseMetrics, type ReleaseMetrics } from '../registry/metrics/release-metrics.ts';
import type { Registry } from '../registry/registry.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../registry/testing/temporary-registry.ts';
import { createMemoryState } from '../shared-state/memory-state.ts';
import { museumId, otherMuseumId } from './testing/samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from './testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from './testing/test-gateway.ts';
import { createVisitCookie } from './visits/visit-cookie.ts';

const share = 50;
const old = '1.0.0';
const tried = '1.1.0';

describe('browsers that report how a rollout fares', () => {
  let temporary: TemporaryRegistry;
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  let watch: ReleaseMetrics;
  let registry: Registry;
  let rollout: RolloutResult;
  let addresses = 0;
  beforeEach(async () => {
    temporary = await openTemporaryRegistry();
    registry = temporary.registry();
    upstreams = await startScriptedUpstreams();
    for (const version of [old, tried]) await temporary.publish({ version });
    await registry.pin({ museumId: '*', name: 'landing', version: old, expected: null, actor: 'tests' });
    rollout = await registry.startRollout({ museumId, versions: { landing: tried }, percent: share, actor: 'tests' });
    gateway = await startTestGateway({
      upstreamOrigin: upstreams.origin,
      options: { registry, trustedProxies: ['127.0.0.1'], onReport: (facts) => watch.onReport(facts) },
    });
    watch = createReleaseMetrics({
      registry,
      kept: createMemoryState({ clock: gateway.clock }),
      nameOf: (text) => text,
      clock: gateway.clock,
      log: gateway.app.log,
    });
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
    await temporary.close();
  });

  const visitor = () => {
    const ids = Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(16, '0'));
    return ids.find((id) => isInShare(share, id, rollout.id));
  };
  /** What the next page of a visitor in the share runs. */
  async function nextVersion(more = ''): Promise<string | undefined> {
    const page = (await gateway.get(`/?museum=${museumId}`, { cookie: `visitorID=${visitor()}${more}` })).text;
    const set = releaseSetSchema.parse(JSON.parse(/id="release-set">(.*?)<\/script>/.exec(page)?.[1] ?? ''));
    return set.remotes['landing']?.version;
  }
  interface Reporting {
    museum?: string;
    cookie?: string;
    version?: string;
  }
  /** A visit that was begun here, by a visitor in the share. */
  function newVisit(museum: string): string {
    const cookie = createVisitCookie({ keys: () => [visitKey], publicOrigin: undefined, clock: gateway.clock });
    const behindProxy = { headers: { 'x-forwarded-for': '10.0.0.1' }, host: 'localhost', ip: '127.0.0.1', protocol: 'http' } as const;
    const sealed = cookie.header(behindProxy, cookie.begin({ museumId: museum, consent: 'unasked' })).split(';')[0];
    return `${cookieNames.visitorId}=${visitor()}; ${sealed}`;
  }
  /** Each time a visit of its own from an address of its own, unless its cookie is given. */
  async function report(times: number, kind: string, given: Reporting = {}) {
    const { museum = museumId, cookie, version = tried } = given;
    const body = { sequence: rollout.sequence, reports: [{ remote: 'landing', version, kind }] };
    const cookies = Array.from({ length: times }, () => cookie ?? newVisit(museum));
    const send = (own: string) =>
      gateway.post('/api/reports', body, {
        cookie: `museumID=${museum}; ${own}`,
        'x-forwarded-for': `10.0.${addresses >> 8}.${addresses++ & 255}`,
      });
    const answers = await Promise.all(cookies.map(send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await watch.close();
    return cookies;
  }
  const halted = () => registry.listRollouts(museumId).find(({ id }) => id === rollout.id)?.halted;

  it('do not halt it by three failures in fifty loads, and halt it by four: the next page is stable again', async () => {
    await report(46, 'loaded');
    await report(3, 'failed');
    const [last] = await report(1, 'loaded');
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    expect(await watch.rolloutHealth(museumId, rollout.id)).toEqual({ loads: 50, failures: 3 });
    await report(1, 'render-error', { cookie: last ?? '' });
    expect(await watch.rolloutHealth(museumId, rollout.id)).toEqual({ loads: 50, failures: 4 });
    expect([halted(), await nextVersion()]).toEqual(['failures', old]);
    const trail = await registry.audit(0);
    expect(trail.at(-1)).toMatchObject({ action: 'rollout-halted', actor: 'watch', payload: { id: rollout.id, reason: 'failures' } });
    const [line] = gateway.logged.filter((one) => one.includes('was halted'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', rollout: rollout.id, loads: 50, failures: 4 });
  });

  it('do not halt it by forty-nine loads that all fail: until the fiftieth each visitor’s last good version protects them', async () => {
    await report(49, 'failed');
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    expect(await nextVersion(`; ${cookieNames.avoidedVersions}=${encodeURIComponent(`landing@${tried}`)}`)).toBe(old);
    await report(1, 'loaded');
    expect(halted()).toBe('failures');
  });

  it('do not touch it from another museum, or from a page without one', async () => {
    await report(60, 'failed', { museum: otherMuseumId });
    await report(60, 'failed', { museum: 'nowhere', cookie: newVisit(otherMuseumId) });
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    expect(await watch.healthOf(museumId)).toMatchObject({ loads: 0, failures: 0 });
    expect(await watch.healthOf(otherMuseumId)).toMatchObject({ loads: 60, failures: 60 });
  });

  it('halt nothing without a visit of this site: fifty-one posts of one who keeps no cookie move nothing', async () => {
    await report(51, 'failed', { cookie: `${cookieNames.visitorId}=${visitor()}` });
    await report(51, 'failed', {
      cookie: `${cookieNames.visitorId}=${visitor()}; __Host-visit=forged.1.${museumId}.agreed.${'A'.repeat(43)}`,
    });
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    expect(await watch.healthOf(museumId)).toMatchObject({ loads: 0, failures: 0 });
  });

  it('count once each, however often they say it', async () => {
    const [cookie] = await report(1, 'failed');
    await report(100, 'failed', { cookie: cookie ?? '' });
    expect(await watch.healthOf(museumId)).toMatchObject({ loads: 1, failures: 1 });
    expect(halted()).toBeNull();
  });

  it('do not count with versions the registry does not know, which are logged', async () => {
    for (const version of ['none', '9.9.9', '../1.0.0']) await report(50, 'failed', { version });
    expect(await watch.healthOf(museumId)).toMatchObject({ loads: 0, failures: 0 });
    expect(halted()).toBeNull();
    expect(gateway.logged.filter((line) => line.includes('remote report'))).toHaveLength(150);
  });
});
