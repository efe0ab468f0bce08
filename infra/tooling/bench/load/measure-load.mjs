import { figure, quantile } from '../figure.mjs';
import { visit } from './content.mjs';
import { beginVisit, freshId } from './request-text.mjs';
import { bundleServers, startChild } from './servers.mjs';

const visits = 2_000;
const [eachKb, allMb] = [64, 300];

const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };

/** What visitors cost while they read an answer that has begun and does not end. */
export async function measureVisits() {
  await bundleServers();
  const services = await startChild('services.mjs');
  const gateway = await startChild('gateway-server.mjs', { services: services.port }, ['--expose-gc']);
  const readers = await startChild('readers.mjs', {
    port: gateway.port,
    address: '/api/chat',
    body: question,
    accept: 'text/event-stream',
  });
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

/** What a site still does when it is asked for much more than it can do: one whose every answer takes a millisecond of work, and a gateway that asks a service for each of its answers. */
export async function measureOverload() {
  await bundleServers();
  const server = await startChild('busy-server.mjs');
  const load = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  const peak = await overload('answers', server, load);
  const visitors = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await visitors.ask({ open: 50 });
  const leaving = visitors.ask({ phases: [{ rate: peak / 2, seconds: 2 }] });
  setTimeout(() => server.process.kill('SIGTERM'), 1_000);
  const [{ broken, served }] = await leaving;
  figure('a site that is closed under load, connections broken under a request', `${broken}, ${served} served before`, '0', broken === 0);
  for (const child of [visitors, load, server]) await child.stop();

  const services = await startChild('services.mjs');
  const gateway = await startChild('gateway-server.mjs', { services: services.port });
  const readers = await startChild('load-maker.mjs', {
    port: gateway.port,
    address: '/api/chat',
    body: question,
    cookie: await beginVisit(gateway.port),
  });
  await overload('chat answers', gateway, readers);
  for (const child of [readers, gateway, services]) await child.stop();
}

/**
 * Told beside it: which part of the server's processor time went into answers, which the load of the machine hardly changes.
 * @param {string} what @param {import('./servers.mjs').Child} server @param {import('./servers.mjs').Child} load @returns how many a second it can do
 */
async function overload(what, server, load) {
  await load.ask({ times: 1_500, connections: 16 });
  const peaks = [];
  const costs = [];
  for (let run = 0; run < 3; run += 1) {
    const { cpuMicros: before } = await server.usage();
    const { served, seconds: taken } = await load.ask({ times: 1_500, connections: 16 });
    peaks.push(served / taken);
    costs.push(((await server.usage()).cpuMicros - before) / served);
  }
  const peak = quantile(peaks, 0.5);
  const cost = quantile(costs, 0.5);
  await load.ask({ open: connections });
  for (const times of [3, 10]) {
    const phases = [
      { rate: peak * times, seconds },
      { rate: peak / 2, seconds: (recoveryMs / 1_000) * 1.5 },
    ];
    const { cpuMicros: before } = await server.usage();
    const [overloaded, after] = await load.ask({ phases });
    const cpuMicros = (await server.usage()).cpuMicros - before - after.served * cost;
    const { p50, p99, served, refused, wrong, asked } = overloaded;
    const name = `${times} times what it can do (${peak.toFixed(0)} ${what} a second)`;
    figure(`${name}, time to an answer`, `p99 ${p99?.toFixed(0)} ms, p50 ${p50?.toFixed(0)} ms`, `${longestMs} ms`, p99 <= longestMs);
    const share = served / seconds / peak;
    const worked = `${(((served * cost) / cpuMicros) * 100).toFixed(0)} % of the processor's time`;
    const refusal = `a refusal ${((cpuMicros / served / cost - 1) * (served / Math.max(1, refused))).toFixed(2)} of an answer`;
    const said = `${(share * 100).toFixed(0)} % (${(served / seconds).toFixed(0)} a second, ${worked}, ${refusal})`;
    figure(`${name}, answered`, said, { atLeast: `${leastShare * 100} %` }, share >= leastShare);
    figure(`${name}, neither served nor refused with Retry-After`, `${wrong} of ${asked}, ${refused} refused`, '0', wrong === 0);
    figure(`${name}, recovery`, `${(after.troubledMs / 1_000).toFixed(1)} s`, `${recoveryMs / 1_000} s`, after.troubledMs <= recoveryMs);
  }
  return peak;
}
