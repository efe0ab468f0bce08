import { setTimeout as wait } from 'node:timers/promises';
import { test } from '@playwright/test';
import { startLoadMaker } from '../../infra/tooling/bench/load/servers.mjs';
import { createClient, questionOf } from '../cluster/cluster-test.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import { startGuideService } from '../test-kit/guide-service.ts';
import { museums, staircase } from '../test-kit/test.ts';
import { keepSamples, numberOf } from './keep-samples.ts';

const rate = numberOf('CLUSTER_BUDGET_RATE', 500);
/** In cents; a question is estimated at one cent. */
const budget = 100;
const visits = 6;
/** A visit gets two answers at a time, so the budget lasts until after both restarts. */
const answerMs = 2_000;
const startMs = 180_000;
const [firstStopMs, secondStopMs, restSeconds] = [3_000, 2_000, 30];

/** One museum may spend half of the day's budget. */
const places = [
  { museumId: museums.belmonte, exhibitionId: staircase },
  { museumId: museums.cathedral, exhibitionId: '6610a1b2c3d4e5f602000006' },
  { museumId: museums.textChat, exhibitionId: '6610a1b2c3d4e5f602000017' },
  { museumId: museums.archive, exhibitionId: '6610a1b2c3d4e5f602000009' },
] as const;

test('three gateways share one budget', async () => {
  test.setTimeout(2 * startMs);
  const guide = await startGuideService();
  guide.answerWith(() => ({ chunks: ['So it is.'], delayMs: answerMs }));
  const cluster = await startCluster('nginx', { VAPI_URL: guide.url, VAPI_PRIVATE_KEY: guide.key, DAILY_BUDGET_CENTS: `${budget}` });
  const client = createClient(cluster);
  const requests = await Promise.all(
    Array.from({ length: visits }, async (_, at) => {
      const visit = { ...(places[at % places.length] ?? places[0]), language: 'en', visitMode: 'exploration', answers: {} };
      const headers = { 'x-enfilade': '1' };
      const begun = await client.send('POST', '/api/visits/ping', { headers, body: { museumId: visit.museumId } });
      const cookie = String(begun.headers['set-cookie']).split(';')[0];
      return questionOf(visit, cookie);
    }),
  );
  client.close();
  const load = await startLoadMaker(cluster.origin, requests);
  const atStops: number[] = [];
  const restart = async (at: 0 | 1, signal: NodeJS.Signals) => {
    await cluster.gateways[at].end(signal);
    await cluster.gateways[at].start();
    atStops.push(guide.asked.length);
  };
  const stop = async () => {
    await wait(firstStopMs);
    await restart(0, 'SIGKILL');
    await wait(secondStopMs);
    await restart(1, 'SIGTERM');
  };
  const [outcome] = await Promise.all([load.ask({ rate, seconds: restSeconds }), stop()]);
  // Messages may wait for another gateway's answer.
  await wait(2 * answerMs);
  const paid = guide.asked.length;
  const note = `${paid} were paid, ${rate} questions/s, a kill -9 (${atStops[0]} paid by then) and a SIGTERM (${atStops[1]})`;
  keepSamples(`answers paid more or less than a budget of ${budget}`, [Math.abs(paid - budget)], { most: 1, note });
  const others = `${outcome.refused} refused, ${JSON.stringify(outcome.statuses)}`;
  keepSamples('questions of a budget that were answered', [outcome.served], { note: others });
  await load.stop();
  await cluster.close();
  await guide.close();
});
