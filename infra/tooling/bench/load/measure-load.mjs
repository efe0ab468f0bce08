import { beginVisit, freshId, visit } from '../content.mjs';
import { figure, quantile } from '../figure.mjs';
import { bundleServers, startChild } from './servers.mjs';

const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
const [longestMs, leastShare, recoveryMs] = [500, 0.6, 5_000];
const run = { times: 1_500, connections: 16 };

/** @param {string} _ @param {{ seconds: number, times: string }} options how long, and how many times the site's capacity */
export async function measureOverload(_, options) {
  await bundleServers();
  const server = await startChild('busy-server.mjs');
  const load = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await overload('answers', server, load, options);
  for (const child of [load, server]) await child.stop();

  const services = await startChild('services.mjs');
  const gateway = await startChild('gateway-server.mjs', { services: services.port });
  const cookie = await beginVisit(gateway.port);
  const asker = await startChild('load-maker.mjs', { port: gateway.port, address: '/api/chat', body: question, cookie });
  await overload('chat answers', gateway, asker, options);
  for (const child of [asker, gateway, services]) await child.stop();
}

/**
 * Prints the share of the server's processor time that went into answers, because other load on the machine hardly changes this share.
 * @param {string} what @param {import('./servers.mjs').Child} server @param {import('./servers.mjs').Child} load
 * @param {{ seconds: number, times: string }} options
 */
async function overload(what, server, load, { seconds, times: allTimes }) {
  await load.ask(run);
  const peaks = [];
  const costs = [];
  for (let round = 0; round < 3; round += 1) {
    const { cpuMicros: before } = await server.usage();
    const { served, seconds: taken } = await load.ask(run);
    peaks.push(served / taken);
    costs.push(((await server.usage()).cpuMicros - before) / served);
  }
  const peak = quantile(peaks, 0.5);
  const cost = quantile(costs, 0.5);
  for (const times of allTimes.split(',').map(Number)) {
    const phases = [
      { rate: peak * times, seconds },
      { rate: peak / 2, seconds: Math.ceil((recoveryMs / 1_000) * 1.5) },
    ];
    const { cpuMicros: before } = await server.usage();
    const [overloaded, after] = await load.ask({ phases });
    const cpuMicros = (await server.usage()).cpuMicros - before - after.served * cost;
    const { p50, p99, served, refused, wrong, asked, seconds: taken } = overloaded;
    const name = `${times} times the ${what} that a site can give`;
    console.log(`        ${name}: ${peak.toFixed(0)} a second is the capacity, ${(asked / taken).toFixed(0)} were sent`);
    figure(`${name}, time to an answer`, `p99 ${p99?.toFixed(0)} ms, p50 ${p50?.toFixed(0)} ms`, {
      limit: `${longestMs} ms`,
      holds: served > 0 && p99 <= longestMs,
      values: p99,
    });
    const share = served / taken / peak;
    const worked = `${(((served * cost) / cpuMicros) * 100).toFixed(0)} % of the processor's time`;
    const refusal = `a refusal ${((cpuMicros / served / cost - 1) * (served / Math.max(1, refused))).toFixed(2)} of an answer`;
    const said = `${(share * 100).toFixed(0)} % (${(served / taken).toFixed(0)} a second, ${worked}, ${refusal})`;
    figure(`${name}, answered`, said, { limit: { atLeast: `${leastShare * 100} %` }, holds: share >= leastShare, values: share * 100 });
    figure(`${name}, neither served nor refused with Retry-After`, `${wrong} of ${asked}, ${refused} refused`, {
      limit: '0',
      holds: wrong === 0,
      values: wrong,
    });
    const recovered = after.troubledMs <= recoveryMs;
    figure(`${name}, recovery`, `${(after.troubledMs / 1_000).toFixed(1)} s`, {
      limit: `${recoveryMs / 1_000} s`,
      holds: recovered,
      values: after.troubledMs / 1_000,
    });
  }
}
