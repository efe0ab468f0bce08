import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startChild } from '../../infra/tooling/bench/load/servers.mjs';
import { startAskers } from '../cluster/askers.ts';
import { createClient } from '../cluster/cluster-test.ts';
import { startWriter } from '../cluster/registry-writer.ts';
import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { startGuideService } from '../test-kit/guide-service.ts';
import { museums } from '../test-kit/test.ts';
import { keepFigure } from './keep-samples.ts';

const numberOf = (variable: string, otherwise: number) => Number(process.env[variable] ?? otherwise);
const seconds = numberOf('CLUSTER_SECONDS', 300);
const rate = numberOf('CLUSTER_RATE', 300);
const streams = numberOf('CLUSTER_STREAMS', 200);
/** Between two gateways that are stopped; one is stopped once all are there. */
const stopEveryMs = 2_000;
/** Before anything is counted. */
const warmSeconds = 5;
const startMs = 180_000;

const root = path.resolve(import.meta.dirname, '../..');
const tokenOf = () => readFileSync(path.join(process.env['ENFILADE_PREPARED_DATA'] ?? '', 'tokens/local'), 'utf8').trim();
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} %`;
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Pages, museums, and the first files of each of the screens. */
async function findRequests(cluster: Cluster): Promise<{ address: string }[]> {
  const client = createClient(cluster);
  const { text } = await client.get(`/api/compositions/${museums.belmonte}`);
  client.close();
  const { remotes } = JSON.parse(text) as { remotes: Record<string, { entry: string; initial: string[] }> };
  const places = [museums.belmonte, museums.cathedral, museums.archive].map((id) => [`/?museum=${id}`, `/api/museums/${id}`]);
  const files = Object.values(remotes).flatMap(({ entry, initial }) => [entry, ...initial.slice(0, 1)]);
  return [...places, files].flat().map((address) => ({ address }));
}

const startLoadMaker = (cluster: Cluster, requests: object[]) =>
  startChild('load-maker.mjs', { port: Number(new URL(cluster.origin).port), ca: cluster.ca.toString(), requests });

/** Kills and stops the gateways in turn until the time is over. @returns how often, and how long until each was there again */
async function stopInTurn(cluster: Cluster, until: number) {
  const backMs: number[] = [];
  const stops = { SIGKILL: 0, SIGTERM: 0 };
  for (let at = 0; performance.now() < until; at += 1) {
    const began = performance.now();
    const signal = at % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    const gateway = cluster.gateways[at % cluster.gateways.length];
    await gateway?.end(signal);
    await gateway?.start();
    stops[signal] += 1;
    backMs.push(performance.now() - began);
    await wait(Math.max(0, stopEveryMs - (performance.now() - began)));
  }
  return { stops, backMs };
}

/** Of the site's budget of the day, in cents. */
async function spentCents(valkeyUrl: string): Promise<number> {
  const socket = connect({ port: Number(new URL(valkeyUrl).port), host: '127.0.0.1' });
  socket.write('GET site:day\r\n');
  for await (const answer of socket) return (JSON.parse(String(answer).split('\r\n')[1] ?? '') as { used: number }).used / 1_000_000;
  throw new Error('Valkey says nothing');
}

const verify = (cluster: Cluster) =>
  promisify(execFile)(process.execPath, ['infra/server/dist/registry.mjs', 'verify'], { cwd: root, env: cluster.environment }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );

/** A word a second or so: as slow as people read. */
const wordsOf = (question: string) => `You asked: ${question}. This is the whole of the answer.`.split(/(?<= )/);
const wordMs = 500;

test('rolling', async () => {
  test.setTimeout(seconds * 1_000 + 2 * startMs);
  const guide = await startGuideService();
  guide.answerWith((question) => ({ chunks: wordsOf(question), delayMs: wordMs }));
  const cluster = await startCluster('nginx', { VAPI_URL: guide.url, VAPI_PRIVATE_KEY: guide.key, DAILY_BUDGET_CENTS: '100000000' });
  const load = await startLoadMaker(cluster, await findRequests(cluster));
  const askers = startAskers(cluster, { count: streams, answerTo: (question) => wordsOf(question).join('') });
  await load.ask({ phases: [{ rate, seconds: warmSeconds }] });
  const writer = startWriter(cluster, { token: tokenOf(), museumId: '6610a1b2c3d4e5f601000005' });
  const until = performance.now() + seconds * 1_000;
  const [{ stops, backMs }, [outcome]] = await Promise.all([
    stopInTurn(cluster, until),
    load.ask({ phases: [{ rate, seconds }] }),
  ]);
  await Promise.all([askers.stop(), writer.stop()]);

  const { asked } = askers;
  const { written } = writer;
  const all = outcome.asked + asked.answers + asked.failures.length + written.requests;
  const wrong = outcome.asked - outcome.served + asked.failures.length + written.failures.length;
  const way = `${stops.SIGKILL} kill -9 and ${stops.SIGTERM} SIGTERM in ${seconds} s, each back after ${(quantile(backMs, 0.5) / 1_000).toFixed(1)} s`;
  const reads = `${outcome.asked - outcome.served} of ${outcome.asked} reads (${JSON.stringify(outcome.statuses)}), ${written.failures.length} of ${written.requests} writes`;
  keepFigure(`errors, ${rate} requests/s, ${streams} streams, ${way}`, `${percent(wrong, all)}: ${reads}`, '0.1 %', wrong / all < 0.001);
  keepFigure('time to an answer of those', `p50 ${outcome.p50.toFixed(0)} ms, p99 ${outcome.p99.toFixed(0)} ms, n ${outcome.served}`);
  const resumed = `${asked.resumed} of ${asked.answers} broke and were resumed after p50 ${(quantile(asked.resumedMs, 0.5) / 1_000).toFixed(1)} s, at most ${(quantile(asked.resumedMs, 1) / 1_000).toFixed(1)} s`;
  keepFigure('streams not whole, or with another text', `${asked.failures.length}, ${resumed}`, '0', asked.failures.length === 0);

  const answered = guide.asked.filter(({ isAnswered }) => isAnswered).map(({ input }) => input);
  const messages = new Set(guide.asked.map(({ input }) => input)).size;
  const twice = answered.length - new Set(answered).size;
  keepFigure('messages that the platform answered whole twice', `${twice} of ${messages}`, '0', twice === 0);
  keepFigure('messages asked again because their gateway ended under them', `${guide.asked.length - messages}`);
  const cents = await spentCents(cluster.valkey.url);
  const difference = Math.round(cents) - guide.asked.length;
  const lost = await writer.findLost();
  keepFigure('spent, at a cent a question', `${cents.toFixed(0)} ¢ for ${guide.asked.length}`, `${stops.SIGKILL} ¢ more, one a kill`, difference >= 0 && difference <= stops.SIGKILL);
  const writes = `${lost.length} of ${written.published.length} published and ${written.pinned.length} pinned`;
  keepFigure('acknowledged writes lost or twice', `${writes}${lost.length > 0 ? `: ${lost.join(', ')}` : ''}`, '0', lost.length === 0);
  const verified = await verify(cluster);
  keepFigure('the journal, its chain and every published file', verified, 'as written', /^All is as it was written/.test(verified));
  for (const failure of [...asked.failures, ...written.failures].slice(0, 5)) keepFigure('such as', failure);
  await load.stop();
  await cluster.close();
  await guide.close();
  expect(all).toBeGreaterThan(0);
});
