import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../workspace.mjs';
import { beginVisit, freshId, visit } from '../content.mjs';
import { figure, quantile } from '../figure.mjs';
import { bundleServers, startLoadMaker, startServer } from './servers.mjs';

const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
const [longestMs, leastPercent, recoverySeconds] = [500, 60, 5];
const run = { times: 1_500, connections: 16 };

/** @param {string} _ @param {{ seconds: number, times: string }} options how long, and how many times the capacity for chat answers */
export async function measureOverload(_, { seconds, times: allTimes }) {
  await bundleServers();
  const services = await startServer('services');
  const gateway = await startServer('gateway', services.origin);
  const cookie = await beginVisit(gateway.origin);
  const load = await startLoadMaker(gateway.origin, [{ address: '/api/chat', body: question, cookie }]);
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
    const name = `${times} times the chat answers that a site can give`;
    console.log(`        ${name}: capacity ${peak.toFixed(0)} requests/s, sent ${(asked / taken).toFixed(0)} requests/s`);
    figure(`${name}, time to an answer`, p99, { unit: 'ms at p99', most: longestMs });
    figure(`${name}, answered`, (100 * served) / taken / peak, { unit: '%', least: leastPercent });
    figure(`${name}, neither served nor refused with Retry-After`, wrong, { unit: `of ${asked}`, most: 0 });
    figure(`${name}, recovery`, after.troubledMs / 1_000, { unit: 's', most: recoverySeconds });
  }
  for (const child of [load, gateway, services]) await child.stop();
}

const connections = 8;
/** V8 has not compiled code that ran less often. */
const warmUp = { times: 1_500, connections };
const warmUpRounds = 1;
const [readLimit, proxiedLimit] = [2.5, 4];

const { museumId, exhibitionId } = visit;
const findScript = () => readdirSync(path.join(root, 'host/dist/static/js')).find((name) => name.endsWith('.js'));
const lines = ['Guide: The ceiling was painted in 1742.', 'Visitor: By whom?'];

/** `service`: path of the service that the bare route calls. @returns {Record<string, { address: string, body?: object, service?: string }>} */
const createRoutes = () => ({
  'a museum': { address: `/api/museums/${museumId}` },
  'an exhibition': { address: `/api/museums/${museumId}/exhibitions/${exhibitionId}` },
  'a release set': { address: `/api/compositions/${museumId}` },
  'the page': { address: `/?museum=${museumId}` },
  'a script': { address: `/static/js/${findScript()}` },
  'a ping': { address: '/api/visits/ping', body: { museumId }, service: 'kb-querying/ping' },
  'follow-up questions': { address: '/api/questions', body: { visit, lines, asked: [] }, service: 'v1/chat/completions' },
  'a chat answer': { address: '/api/chat', body: question, service: 'chat' },
});

/**
 * Compares with a bare route of Fastify that sends as many bytes or makes the same call.
 * @param {string} _ @param {{ rounds: number, times: number }} options rounds of each comparison, requests of a round
 */
export async function measureCost(_, { rounds, times }) {
  await bundleServers();
  const services = await startServer('services');
  const bare = await startServer('bare', services.origin);
  const gateway = await startServer('gateway', services.origin);
  const cookie = await beginVisit(gateway.origin);
  for (const [name, { service, ...request }] of Object.entries(createRoutes())) {
    const load = await startLoadMaker(gateway.origin, [{ ...request, cookie }]);
    const { bytes } = await load.ask(warmUp);
    const address = service ? `/passed/${service}` : `/bare/${bytes}`;
    const bareLoad = await startLoadMaker(bare.origin, [{ ...request, cookie, address }]);
    await bareLoad.ask(warmUp);
    const values = await compare([() => microsOf(bare, bareLoad, times), () => microsOf(gateway, load, times)], rounds);
    const kind = service ? 'a bare route that makes the same call' : 'a bare route';
    figure(`processor time for ${name}`, values, { unit: `times ${kind}`, most: service ? proxiedLimit : readLimit });
    for (const child of [load, bareLoad]) await child.stop();
  }
  for (const child of [gateway, bare, services]) await child.stop();
}

/**
 * The sides alternate, and so does which side begins.
 * @param {(() => Promise<number>)[]} sides the base first @param {number} rounds
 */
async function compare(sides, rounds) {
  /** @type {number[]} */ const ratios = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const micros = new Map();
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) micros.set(side, await side());
    if (round >= 0) ratios.push(micros.get(sides[1]) / micros.get(sides[0]));
  }
  return ratios;
}

/** @param {Awaited<ReturnType<typeof startServer>>} server @param {Awaited<ReturnType<typeof startLoadMaker>>} load @param {number} times */
async function microsOf(server, load, times) {
  const before = await server.used();
  const { served, wrong } = await load.ask({ times, connections });
  if (wrong > 0) throw new Error(`${wrong} of ${times} requests failed`);
  return ((await server.used()) - before) / served;
}
