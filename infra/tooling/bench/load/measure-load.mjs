import { beginVisit, freshId, visit } from '../content.mjs';
import { figure, quantile } from '../figure.mjs';
import { bundleServers, startLoadMaker, startServer } from './servers.mjs';

const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
const [longestMs, leastShare, recoveryMs] = [500, 0.6, 5_000];
const run = { times: 1_500, connections: 16 };

/** @param {string} _ @param {{ seconds: number, times: string }} options how long, and how many times the site's capacity */
export async function measureOverload(_, options) {
  await bundleServers();
  const busy = await startServer('busy');
  await overload('answers', busy, { address: '/work' }, options);
  await busy.stop();

  const services = await startServer('services');
  const gateway = await startServer('gateway', services.origin);
  const cookie = await beginVisit(gateway.origin);
  await overload('chat answers', gateway, { address: '/api/chat', body: question, cookie }, options);
  for (const child of [gateway, services]) await child.stop();
}

/**
 * Prints the share of the server's processor time that went into answers, because other load on the machine hardly changes this share.
 * @param {string} what @param {Awaited<ReturnType<typeof startServer>>} server @param {object} request
 * @param {{ seconds: number, times: string }} options
 */
async function overload(what, server, request, { seconds, times: allTimes }) {
  const load = await startLoadMaker(server.origin, [request]);
  await load.ask(run);
  const peaks = [];
  const costs = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await server.used();
    const { served, seconds: taken } = await load.ask(run);
    peaks.push(served / taken);
    costs.push(((await server.used()) - before) / served);
  }
  const peak = quantile(peaks, 0.5);
  const cost = quantile(costs, 0.5);
  for (const times of allTimes.split(',').map(Number)) {
    const before = await server.used();
    const { p50, p99, served, refused, wrong, asked, seconds: taken } = await load.ask({ rate: peak * times, seconds });
    const after = await load.ask({ rate: peak / 2, seconds: Math.ceil((recoveryMs / 1_000) * 1.5) });
    const micros = (await server.used()) - before - after.served * cost;
    const name = `${times} times the ${what} that a site can give`;
    console.log(`        ${name}: ${peak.toFixed(0)} a second is the capacity, ${(asked / taken).toFixed(0)} were sent`);
    figure(`${name}, time to an answer`, `p99 ${p99?.toFixed(0)} ms, p50 ${p50?.toFixed(0)} ms`, {
      limit: `${longestMs} ms`,
      holds: served > 0 && p99 <= longestMs,
      values: p99,
    });
    const share = served / taken / peak;
    const worked = `${(((served * cost) / micros) * 100).toFixed(0)} % of the processor's time`;
    const refusal = `a refusal ${((micros / served / cost - 1) * (served / Math.max(1, refused))).toFixed(2)} of an answer`;
    const said = `${(share * 100).toFixed(0)} % (${(served / taken).toFixed(0)} a second, ${worked}, ${refusal})`;
    figure(`${name}, answered`, said, { limit: { atLeast: `${leastShare * 100} %` }, holds: share >= leastShare, values: share * 100 });
    figure(`${name}, neither served nor refused with Retry-After`, `${wrong} of ${asked}, ${refused} refused`, {
      limit: '0',
      holds: wrong === 0,
      values: wrong,
    });
    const troubled = after.troubledMs / 1_000;
    figure(`${name}, recovery`, `${troubled.toFixed(1)} s`, {
      limit: `${recoveryMs / 1_000} s`,
      holds: after.troubledMs <= recoveryMs,
      values: troubled,
    });
  }
  await load.stop();
}
