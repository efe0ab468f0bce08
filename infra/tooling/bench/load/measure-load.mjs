import { beginVisit, freshId, visit } from '../content.mjs';
import { figure, quantile } from '../figure.mjs';
import { bundleServers, startLoadMaker, startServer } from './servers.mjs';

const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
const [longestMs, leastPercent, recoverySeconds] = [500, 60, 5];
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
 * @param {string} what @param {Awaited<ReturnType<typeof startServer>>} server @param {object} request
 * @param {{ seconds: number, times: string }} options
 */
async function overload(what, { origin }, request, { seconds, times: allTimes }) {
  const load = await startLoadMaker(origin, [request]);
  await load.ask(run);
  const peaks = [];
  for (let round = 0; round < 3; round += 1) {
    const { served, seconds: taken } = await load.ask(run);
    peaks.push(served / taken);
  }
  const peak = quantile(peaks, 0.5);
  for (const times of allTimes.split(',').map(Number)) {
    const { p99, served, wrong, asked, seconds: taken } = await load.ask({ rate: peak * times, seconds });
    const after = await load.ask({ rate: peak / 2, seconds: recoverySeconds * 1.5 });
    const name = `${times} times the ${what} that a site can give`;
    console.log(`        ${name}: capacity ${peak.toFixed(0)} requests/s, sent ${(asked / taken).toFixed(0)} requests/s`);
    figure(`${name}, time to an answer`, p99, { unit: 'ms at p99', most: longestMs });
    figure(`${name}, answered`, (100 * served) / taken / peak, { unit: '%', least: leastPercent });
    figure(`${name}, neither served nor refused with Retry-After`, wrong, { unit: `of ${asked}`, most: 0 });
    figure(`${name}, recovery`, after.troubledMs / 1_000, { unit: 's', most: recoverySeconds });
  }
  await load.stop();
}
