import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type CallPlatform, startCallPlatform } from '../cluster/call-platform.ts';
import { type Caller, callBody, callPath, playCallers, sdk } from '../cluster/callers.ts';
import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { museums } from '../test-kit/test.ts';
import { inSeconds, keepSamples, numberOf, quantile } from './keep-samples.ts';

const visitors = numberOf('CLUSTER_VISITORS', 1_000);
const seconds = numberOf('CLUSTER_SECONDS', 300);
const slots = 10;
const talkMs = 1_000;
const vanishing = 20;
const freeMs = 30_000;
const startMs = 180_000;

/** Half of all visitors are in one museum, one of twenty in the smallest. */
const crowds = [
  { museumId: museums.belmonte, exhibitionId: '6610a1b2c3d4e5f602000001', visitors: visitors * 0.5 },
  { museumId: museums.cathedral, exhibitionId: '6610a1b2c3d4e5f602000006', visitors: visitors * 0.3 },
  { museumId: museums.archive, exhibitionId: '6610a1b2c3d4e5f602000009', visitors: visitors * 0.15 },
  { museumId: museums.artist, exhibitionId: '6610a1b2c3d4e5f602000012', visitors: visitors * 0.05 },
] as const;

async function leasedSlots(cluster: Cluster): Promise<number> {
  const metrics = await (await fetch(`${cluster.gateways[0].url}/metrics`)).text();
  return Number(/^enfilade_voice_slots\{state="leased"\} (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
}

function describeWaits(callers: readonly Caller[]) {
  return crowds.map(({ museumId }) => {
    const ofMuseum = callers.filter((caller) => caller.museumId === museumId);
    const waits = ofMuseum.flatMap(({ waitedMs }) => waitedMs ?? []);
    return {
      share: waits.length / ofMuseum.length,
      median: quantile(waits, 0.5),
      text: `${waits.length} of ${ofMuseum.length} after ${inSeconds(quantile(waits, 0.5))}`,
    };
  });
}

test('three gateways share voice slots', async () => {
  test.setTimeout(seconds * 1_000 + 2 * startMs);
  const platform = await startCallPlatform();
  const cluster = await startCluster('nginx', {
    ...{ VAPI_URL: platform.url, VAPI_PRIVATE_KEY: 'calls', VOICE_SLOTS: `${slots}`, DAILY_BUDGET_CENTS: '100000000' },
  });
  const began = Date.now();
  const { callers, failures } = await playCallers(cluster, {
    platform,
    museums: crowds,
    talkMs,
    vanishing,
    until: began + seconds * 1_000,
  });
  const talked = callers.filter(({ waitedMs }) => waitedMs !== undefined);
  const note = `${talked.length} of ${visitors} visitors talked within ${inSeconds(Date.now() - began)}`;
  keepSamples(`calls at once at a platform of ${slots} slots`, [platform.most()], { most: slots, note });
  const waits = describeWaits(callers);
  keepSamples(
    'median waits by museum',
    waits.map(({ median }) => median),
    { note: waits.map(({ text }) => text).join('; ') },
  );
  const shares = waits.map(({ share }) => share);
  const ratio = Math.min(...shares) / Math.max(...shares);
  keepSamples('the museum whose visitors got least against the one whose got most', [ratio], { least: 0.8 });
  keepSamples('requests of those who waited that failed', [failures.length], { most: 0, note: failures.slice(0, 1).join() });

  const gone = callers.flatMap(({ vanished }) => vanished ?? []);
  await expect
    .poll(() => gone.every(({ callId }) => platform.endedAt.has(callId)), { timeout: 60_000 })
    .toBe(true)
    .catch(() => undefined);
  const ended = gone.map(({ heardAt, callId }) => (platform.endedAt.get(callId) ?? Number.POSITIVE_INFINITY) - heardAt);
  keepSamples('longest time until the platform knows that a browser has vanished', [Math.max(...ended)], {
    ...{ unit: 'ms', most: freeMs, note: `p50 ${inSeconds(quantile(ended, 0.5))}, n ${ended.length}` },
  });
  for (const isKilled of [false, true]) await measureAlone(cluster, platform, isKilled);
  await cluster.close();
  await platform.close();
});

/** A slot is kept longest if nobody waits; the gateway of the call may be killed, too. */
async function measureAlone(cluster: Cluster, platform: CallPlatform, isKilled: boolean): Promise<void> {
  await expect.poll(() => leasedSlots(cluster), { timeout: 60_000 }).toBe(0);
  const own = cluster.gateways[2];
  const headers = { ...sdk, 'content-type': 'application/json' };
  const [{ museumId, exhibitionId }] = crowds;
  const body = JSON.stringify(callBody(museumId, exhibitionId));
  const answer = await fetch(own.url + callPath, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  const heardAt = Date.now();
  if (isKilled) await own.end('SIGKILL');
  await expect.poll(() => leasedSlots(cluster), { timeout: 60_000 }).toBe(0);
  const freeAfter = Date.now() - heardAt;
  await wait(1_000);
  const told = platform.endedAt.get(id);
  const name = `a slot of a browser that vanished while nobody waits${isKilled ? ', and its gateway was killed' : ''}, free after`;
  const note = told === undefined ? 'the platform does not know' : `the platform knew after ${inSeconds(told - heardAt)}`;
  keepSamples(name, [told === undefined ? Number.POSITIVE_INFINITY : freeAfter], { unit: 'ms', most: freeMs, note });
}
