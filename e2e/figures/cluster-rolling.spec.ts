import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { startLoadMaker } from '../../infra/tooling/bench/load/servers.mjs';
import { readToken } from '../cluster/ask-everything.ts';
import { startAskers } from '../cluster/askers.ts';
import { createClient } from '../cluster/cluster-test.ts';
import { startWriter } from '../cluster/registry-writer.ts';
import { type Cluster, startCluster } from '../cluster/start-cluster.ts';
import { type AskedQuestion, startGuideService } from '../test-kit/guide-service.ts';
import { museums } from '../test-kit/test.ts';
import { inSeconds, keepSamples, numberOf, quantile } from './keep-samples.ts';

const seconds = numberOf('CLUSTER_SECONDS', 300);
const rate = numberOf('CLUSTER_RATE', 300);
const streams = numberOf('CLUSTER_STREAMS', 200);
/** Milliseconds between two stops. A gateway stops only while all gateways run. */
const stopEveryMs = 2_000;
const warmSeconds = 5;
const startMs = 180_000;

const root = path.resolve(import.meta.dirname, '../..');
/** A killed process may continue this long on a busy machine. */
const dyingMs = 500;

/** The load requests no page of this museum. */
const unreadMuseum = museums.gallery;

async function findRequests(cluster: Cluster): Promise<{ address: string }[]> {
  const client = createClient(cluster);
  const { text } = await client.get(`/api/compositions/${museums.belmonte}`);
  client.close();
  const { remotes } = JSON.parse(text) as { remotes: Record<string, { entry: string; initial: string[] }> };
  const places = [museums.belmonte, museums.cathedral, museums.archive].map((id) => [`/?museum=${id}`, `/api/museums/${id}`]);
  const files = Object.values(remotes).flatMap(({ entry, initial }) => [entry, ...initial.slice(0, 1)]);
  return [...places, files].flat().map((address) => ({ address }));
}

interface Stop {
  signal: 'SIGKILL' | 'SIGTERM';
  /** Milliseconds since the epoch. */
  at: number;
  /** Milliseconds until the gateway ran again. */
  backMs: number;
  said: string;
}

/** Kills and stops the gateways in turn. @param until ms since the epoch */
async function stopInTurn(cluster: Cluster, until: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let turn = 0; Date.now() < until; turn += 1) {
    const stop: Stop = { signal: turn % 2 === 0 ? 'SIGKILL' : 'SIGTERM', at: Date.now(), backMs: 0, said: '' };
    stops.push(stop);
    const gateway = cluster.gateways[turn % cluster.gateways.length] ?? cluster.gateways[0];
    await gateway.end(stop.signal);
    stop.said = gateway.output();
    await gateway.start();
    stop.backMs = Date.now() - stop.at;
    await wait(Math.max(0, stopEveryMs - stop.backMs));
  }
  return stops;
}

async function spentCents(valkeyUrl: string): Promise<number> {
  const socket = connect({ port: Number(new URL(valkeyUrl).port), host: '127.0.0.1' });
  socket.write('GET site:day\r\n');
  for await (const answer of socket) return (JSON.parse(String(answer).split('\r\n')[1] ?? '') as { used: number }).used / 1_000_000;
  throw new Error('Valkey closed without an answer');
}

const verify = (cluster: Cluster) =>
  promisify(execFile)(process.execPath, ['infra/server/dist/registry.mjs', 'verify'], { cwd: root, env: cluster.environment }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );

/** Two words a second: a reader's speed. */
const wordsOf = (question: string) => `You asked: ${question}. This is the whole of the answer.`.split(/(?<= )/);
const wordMs = 500;

interface Run {
  cluster: Cluster;
  stops: readonly Stop[];
  asked: ReturnType<typeof startAskers>['asked'];
  written: ReturnType<typeof startWriter>['written'];
  outcome: { asked: number; served: number; p50: number; p99: number; statuses: object };
}

const killsOf = (stops: readonly Stop[]) => stops.filter(({ signal }) => signal === 'SIGKILL');

function judgeErrors({ stops, asked, written, outcome }: Run): void {
  const all = outcome.asked + asked.answers + asked.failures.length + written.requests;
  const unread = outcome.asked - outcome.served;
  const wrong = unread + asked.failures.length + written.failures.length;
  const backMs = stops.map((stop) => stop.backMs);
  const back = `each back after p50 ${inSeconds(quantile(backMs, 0.5))}, at most ${inSeconds(quantile(backMs, 1))}`;
  const kills = killsOf(stops).length;
  const way = `${kills} kill -9 and ${stops.length - kills} SIGTERM in ${seconds} s, ${back}`;
  const parts = `${unread} of ${outcome.asked} reads (${JSON.stringify(outcome.statuses)}), ${written.failures.length} of ${written.requests} writes`;
  const such = [...asked.failures, ...written.failures].slice(0, 5).map((failure) => `; such as ${failure}`);
  const note = `${parts}, ${asked.failures.length} of ${asked.answers} answers; ${rate} requests/s, ${streams} streams, ${way}${such.join('')}`;
  keepSamples('errors while gateways are stopped', [(100 * wrong) / all], { unit: '%', most: 0.1, note });
  const times = `p50 ${outcome.p50.toFixed(0)} ms, n ${outcome.served}`;
  keepSamples('99th percentile of the time to an answer while gateways are stopped', [outcome.p99], { unit: 'ms', note: times });
  const alone = stops.reduce((sum, { said }) => sum + (said.match(/The shared state cannot be reached/g)?.length ?? 0), 0);
  keepSamples('times that a gateway took Valkey for gone', [alone]);
}

function judgeStreams({ stops, asked }: Run): void {
  const again = asked.resumed.map(({ afterMs }) => afterMs);
  const after = `p50 ${inSeconds(quantile(again, 0.5))}, at most ${inSeconds(quantile(again, 1))}`;
  const note = `${again.length} of ${asked.answers} broke and were whole after ${after}, ${asked.refused} were refused and asked again`;
  keepSamples('streams that did not end whole with the same text', [asked.failures.length], { most: 0, note });
  const stopped = asked.resumed.filter(({ brokenAt }) => stops.findLast(({ at }) => at <= brokenAt)?.signal === 'SIGTERM');
  keepSamples('streams that broke when a gateway was stopped by SIGTERM', [stopped.length], { most: 0 });
}

/** The platform's requests must match the site's budget. */
function judgeTurns({ stops }: Run, questions: readonly AskedQuestion[], cents: number): void {
  const kills = killsOf(stops);
  const messages = new Map<string, AskedQuestion[]>();
  for (const one of questions) messages.set(one.input, [...(messages.get(one.input) ?? []), one]);
  const answers = [...messages.values()].map((same) => same.flatMap(({ answeredAt }) => answeredAt ?? []));
  // A dying gateway cannot store the answers of its last moments.
  const isLost = (answeredAt: number) => kills.some(({ at }) => Math.abs(answeredAt - at) < dyingMs);
  const twice = answers.filter((same) => same.filter((answeredAt) => !isLost(answeredAt)).length > 1);
  keepSamples('messages that the platform answered whole twice', [twice.length], { most: 0, note: `of ${messages.size}` });
  const dying = answers.filter((same) => same.length > 1).length - twice.length;
  keepSamples('messages asked again because a kill -9 took their answer', [questions.length - messages.size], {
    note: `${dying} of them answered whole within ${dyingMs} ms of the kill`,
  });
  const unasked = cents - questions.length;
  keepSamples('spent at no question, besides a cent for each kill', [Math.max(-unasked, unasked - kills.length, 0)], {
    ...{ unit: '¢', most: 0, note: `${cents} ¢ for ${questions.length} questions` },
  });
}

async function judgeWrites({ cluster, written }: Run, lost: readonly string[]): Promise<void> {
  const note = [`of ${written.published.length} published and ${written.pinned.length} pinned`, ...lost].join(', ');
  keepSamples('acknowledged writes lost or twice', [lost.length], { most: 0, note });
  const verified = await verify(cluster);
  const isIntact = /^Everything is intact/.test(verified);
  keepSamples('faults of the journal, its chain or a published file', [isIntact ? 0 : 1], { most: 0, note: verified });
}

test('gateways in a rolling restart lose no write and no answer', async () => {
  test.setTimeout(seconds * 1_000 + 2 * startMs);
  const guide = await startGuideService();
  guide.answerWith((question) => ({ chunks: wordsOf(question), delayMs: wordMs }));
  const cluster = await startCluster('nginx', { VAPI_URL: guide.url, VAPI_PRIVATE_KEY: guide.key, DAILY_BUDGET_CENTS: '100000000' });
  const load = await startLoadMaker(cluster.origin, await findRequests(cluster));
  const askers = startAskers(cluster, { count: streams, answerTo: (question) => wordsOf(question).join('') });
  await load.ask({ rate, seconds: warmSeconds });
  const writer = startWriter(cluster, { token: readToken('local'), museumId: unreadMuseum });
  const [stops, outcome] = await Promise.all([stopInTurn(cluster, Date.now() + seconds * 1_000), load.ask({ rate, seconds })]);
  await Promise.all([askers.stop(), writer.stop()]);
  const run = { cluster, stops, outcome, asked: askers.asked, written: writer.written };
  judgeErrors(run);
  judgeStreams(run);
  judgeTurns(run, guide.asked, Math.round(await spentCents(cluster.valkey.url)));
  await judgeWrites(run, await writer.findLost());
  await load.stop();
  await cluster.close();
  await guide.close();
});
