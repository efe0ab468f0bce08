import { figure, quantile } from '../figure.mjs';
import { visit } from './content.mjs';
import { freshId } from './request-text.mjs';
import { bundleServers, startChild } from './servers.mjs';

const visits = 2_000;
const [eachKb, allMb] = [64, 300];

/** What visitors cost while they read an answer that has begun and does not end. */
export async function measureVisits() {
  await bundleServers();
  const services = await startChild('services.mjs');
  const gateway = await startChild('gateway-server.mjs', { services: services.port }, ['--expose-gc']);
  const body = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
  const readers = await startChild('readers.mjs', { port: gateway.port, address: '/api/chat', body, accept: 'text/event-stream' });
  // What the first visits make once and for all is not theirs.
  await readers.ask({ hold: 100, release: true });
  const before = await gateway.usage();
  const { held } = await readers.ask({ hold: visits });
  const after = await gateway.usage();
  for (const child of [readers, gateway, services]) await child.stop();
  const kb = (after.rss - before.rss) / 1_024 / visits;
  const mb = after.rss / 2 ** 20;
  figure(`each of ${visits} visits held open`, `${kb.toFixed(0)} kB`, `${eachKb} kB`, held === visits && kb <= eachKb);
  figure(`the gateway that holds ${held} visits`, `${mb.toFixed(0)} MB RSS`, `${allMb} MB`, held === visits && mb <= allMb);
}

const seconds = 4;
const [longestMs, leastShare, recoveryMs] = [500, 0.6, 5_000];
/** Enough for whoever waits to be refused. */
const connections = 4_000;

/** What a site still does whose every answer takes a millisecond of work, when it is asked for much more than it can do. */
export async function measureOverload() {
  await bundleServers();
  const server = await startChild('busy-server.mjs');
  const load = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await load.ask({ times: 500, connections: 16 });
  const peaks = [];
  for (let run = 0; run < 3; run += 1) {
    const { served, seconds: taken } = await load.ask({ times: 1_500, connections: 16 });
    peaks.push(served / taken);
  }
  const peak = quantile(peaks, 0.5);
  await load.ask({ open: connections });
  for (const times of [3, 10]) {
    const phases = [
      { rate: peak * times, seconds },
      { rate: peak / 2, seconds: (recoveryMs / 1_000) * 1.5 },
    ];
    const [overload, after] = await load.ask({ phases });
    const { p50, p99, served, refused, wrong, asked } = overload;
    const name = `${times} times what it can do (${peak.toFixed(0)} answers a second)`;
    figure(`${name}, time to an answer`, `p99 ${p99.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`, `${longestMs} ms`, p99 <= longestMs);
    const share = served / seconds / peak;
    figure(`${name}, answers lost`, `${((1 - share) * 100).toFixed(0)} % of the peak`, `${(1 - leastShare) * 100} %`, share >= leastShare);
    figure(`${name}, neither served nor refused with Retry-After`, `${wrong} of ${asked}, ${refused} refused`, '0', wrong === 0);
    figure(`${name}, recovery`, `${(after.troubledMs / 1_000).toFixed(1)} s`, `${recoveryMs / 1_000} s`, after.troubledMs <= recoveryMs);
  }
  const visitors = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await visitors.ask({ open: 50 });
  const leaving = visitors.ask({ phases: [{ rate: peak / 2, seconds: 2 }] });
  setTimeout(() => server.process.kill('SIGTERM'), 1_000);
  const [{ broken, served }] = await leaving;
  figure('a site that is closed under load, connections broken under a request', `${broken}, ${served} served before`, '0', broken === 0);
  for (const child of [visitors, load, server]) await child.stop();
}
