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
  let networks = 0;
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

  const visitor = (isBeside = false) => {
    const ids = Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(16, '0'));
    return ids.find((id) => isInShare(share, id, rollout.id) !== isBeside);
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
    /** Of a visitor who is not in the share. */
    isBeside?: boolean;
    vitals?: object;
  }
  /** A visit that was begun here, by a visitor in the share unless it is one beside. */
  function newVisit(museum: string, isBeside?: boolean): string {
    const cookie = createVisitCookie({ keys: () => [visitKey], publicOrigin: undefined, clock: gateway.clock });
    const behindProxy = { headers: { 'x-forwarded-for': '10.0.0.1' }, host: 'localhost', ip: '127.0.0.1', protocol: 'http' } as const;
    const sealed = cookie.header(behindProxy, cookie.begin({ museumId: museum, consent: 'unasked' })).split(';')[0];
    return `${cookieNames.visitorId}=${visitor(isBeside)}; ${sealed}`;
  }
  /** Each time a visit of its own from a network of its own, unless its cookie is given. */
  async function report(times: number, kind: string, given: Reporting = {}) {
    const { museum = museumId, cookie, version = tried, isBeside, vitals } = given;
    const body = { sequence: rollout.sequence, reports: [{ remote: 'landing', version, kind, vitals }] };
    const cookies = Array.from({ length: times }, () => cookie ?? newVisit(museum, isBeside));
    const send = (own: string) =>
      gateway.post('/api/reports', body, {
        cookie: `museumID=${museum}; ${own}`,
        'x-forwarded-for': `10.${networks >> 8}.${networks++ & 255}.1`,
      });
    const answers = await Promise.all(cookies.map(send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await watch.close();
    return cookies;
  }
  const halted = () => registry.listRollouts(museumId).find(({ id }) => id === rollout.id)?.halted;

  it('browsers that report how a rollout fares halt it within eight visits that all fail, and say why: the next page is stable again', async () => {
    await report(40, 'loaded', { version: old, isBeside: true });
    await report(5, 'failed');
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    // Until then each visitor's last good version protects them.
    expect(await nextVersion(`; ${cookieNames.avoidedVersions}=${encodeURIComponent(`landing@${tried}`)}`)).toBe(old);
    await report(1, 'render-error');
    expect(await watch.rolloutHealth(museumId, rollout.id)).toEqual({ loads: 6, failures: 6 });
    expect([halted(), await nextVersion()]).toEqual(['failures', old]);
    const trail = await registry.audit(0);
    const cause = {
      remote: 'landing',
      version: tried,
      signal: 'failures',
      rolledOut: { visits: 6, value: 6 },
      stable: { visits: 40, value: 0 },
    };
    expect(trail.at(-1)).toMatchObject({
      action: 'rollout-halted',
      actor: 'watch',
      payload: { id: rollout.id, reason: 'failures', cause },
    });
    const [line] = gateway.logged.filter((one) => one.includes('was halted'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', rollout: rollout.id, loads: 6, failures: 6, cause });
    expect(line).toContain('a rollout was halted: landing ');
  });

  it('browsers that report how a rollout fares tell what it felt like, once each and only of who loaded it', async () => {
    const vitals = { usableMs: 1_000, shift: 0.02 };
    await report(3, 'vitals', { vitals });
    expect(await watch.vitalsOf(museumId, 'landing')).toEqual([]);
    for (const cookie of await report(3, 'loaded')) await report(2, 'vitals', { cookie, vitals });
    const [felt, ...more] = await watch.vitalsOf('*', 'landing');
    expect([felt, more]).toMatchObject([{ version: tried, visits: 3, inpMs: null }, []]);
    expect(felt?.usableMs?.p50).toBeGreaterThan(900);
    expect(await watch.vitalsOf(otherMuseumId, 'landing')).toEqual([]);
  });

  it('browsers that report how a rollout fares do not touch it from another museum, or from a page without one', async () => {
    await report(60, 'failed', { museum: otherMuseumId });
    await report(60, 'failed', { museum: 'nowhere', cookie: newVisit(otherMuseumId) });
    expect([halted(), await nextVersion()]).toEqual([null, tried]);
    expect(await watch.healthOf(museumId)).toMatchObject({ loads: 0, failures: 0 });
    expect(await watch.healthOf(otherMuseumId)).toMatchObject({ loads: 60, failures: 60 });
  });
});
