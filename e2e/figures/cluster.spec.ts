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
import { type AskedQuestion, startGuideService } from '../test-kit/guide-service.ts';
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
/** So long a process goes on on a busy machine that is being killed. */
const dyingMs = 500;
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
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

interface Stop {
  signal: 'SIGKILL' | 'SIGTERM';
  /** In ms since the epoch. */
  at: number;
  /** Until the gateway was there again. */
  backMs: number;
}

/** Kills and stops the gateways in turn until the time (ms since the epoch) is over. */
async function stopInTurn(cluster: Cluster, until: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let turn = 0; Date.now() < until; turn += 1) {
    const stop: Stop = { signal: turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM', at: Date.now(), backMs: 0 };
    stops.push(stop);
    const gateway = cluster.gateways[turn % cluster.gateways.length];
    await gateway?.end(stop.signal);
    await gateway?.start();
    stop.backMs = Date.now() - stop.at;
    await wait(Math.max(0, stopEveryMs - stop.backMs));
  }
  return stops;
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
  const [stops, [outcome]] = await Promise.all([stopInTurn(cluster, Date.now() + seconds * 1_000), load.ask({ phases: [{ rate, seconds }] })]);
  await Promise.all([askers.stop(), writer.stop()]);

  const { asked } = askers;
  const { written } = writer;
  const kills = stops.filter(({ signal }) => signal === 'SIGKILL');
  const all = outcome.asked + asked.answers + asked.failures.length + written.requests;
  const wrong = outcome.asked - outcome.served + asked.failures.length + written.failures.length;
  const back = `each back after ${inSeconds(quantile(stops.map(({ backMs }) => backMs), 0.5))}`;
  const way = `${kills.length} kill -9 and ${stops.length - kills.length} SIGTERM in ${seconds} s, ${back}`;
  const reads = `${outcome.asked - outcome.served} of ${outcome.asked} reads (${JSON.stringify(outcome.statuses)}), ${written.failures.length} of ${written.requests} writes`;
  keepFigure(`errors, ${rate} requests/s, ${streams} streams, ${way}`, `${percent(wrong, all)}: ${reads}`, '0.1 %', wrong / all < 0.001);
  keepFigure('time to an answer of those', `p50 ${outcome.p50.toFixed(0)} ms, p99 ${outcome.p99.toFixed(0)} ms, n ${outcome.served}`);
  const again = asked.resumed.map(({ afterMs }) => afterMs);
  const resumed = `${again.length} of ${asked.answers} broke and were whole after p50 ${inSeconds(quantile(again, 0.5))}, at most ${inSeconds(quantile(again, 1))}`;
  keepFigure('streams that did not end whole with the same text', `${asked.failures.length}, ${resumed}`, '0', asked.failures.length === 0);
  const stopped = asked.resumed.filter(({ brokenAt }) => stops.findLast(({ at }) => at <= brokenAt)?.signal === 'SIGTERM');
  keepFigure('streams that broke when a gateway was stopped by SIGTERM', `${stopped.length}`, '0', stopped.length === 0);

  const messages = new Map<string, AskedQuestion[]>();
  for (const one of guide.asked) messages.set(one.input, [...(messages.get(one.input) ?? []), one]);
  // What is answered while its gateway dies, nobody could have written down.
  const isLost = ({ answeredAt = 0 }: AskedQuestion) => kills.some(({ at }) => answeredAt > at - dyingMs && answeredAt < at + dyingMs);
  const answered = [...messages.values()].map((same) => same.filter(({ answeredAt }) => answeredAt !== undefined));
  const twice = answered.filter((same) => same.filter((one) => !isLost(one)).length > 1);
  keepFigure('messages that the platform answered whole twice', `${twice.length} of ${messages.size}`, '0', twice.length === 0);
  const dying = answered.filter((same) => same.length > 1).length - twice.length;
  const others = `${guide.asked.length - messages.size}, ${dying} of them answered whole within ${dyingMs} ms of the kill`;
  keepFigure('messages asked again because a kill -9 took their answer', others);
  const cents = Math.round(await spentCents(cluster.valkey.url));
  const unasked = cents - guide.asked.length;
  const isPaidOnce = unasked >= 0 && unasked <= kills.length;
  keepFigure('spent, at a cent a question asked', `${cents} ¢ for ${guide.asked.length}`, 'a cent more for each kill', isPaidOnce);
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
