import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../workspace.mjs';
import { figure, quantile, tell } from '../figure.mjs';
import { visit } from './content.mjs';
import { beginVisit, freshId } from './request-text.mjs';
import { bundleServers, startChild } from './servers.mjs';

const connections = 8;
const [readLimit, proxiedLimit] = [2.5, 4];

const { museumId, exhibitionId } = visit;
const [script = ''] = readdirSync(path.join(root, 'host/dist/static/js')).filter((name) => name.endsWith('.js'));
const lines = ['Guide: The ceiling was painted in 1742.', 'Visitor: By whom?'];
const get = (/** @type {string} */ address) => ({ address });
/** With what a bare route would pass it on to. @param {string} address @param {object} body @param {string} service */
const post = (address, body, service) => ({ address, body, service });

/** @type {[string, { address: string, body?: object, service?: string }, number][]} */
const routes = [
  ['a museum', get(`/api/museums/${museumId}`), readLimit],
  ['an exhibition', get(`/api/museums/${museumId}/exhibitions/${exhibitionId}`), readLimit],
  ['a release set', get(`/api/compositions/${museumId}`), readLimit],
  ['the page', get(`/?museum=${museumId}`), readLimit],
  ['a script', get(`/static/js/${script}`), readLimit],
  ['a ping', post('/api/visits/ping', { museumId }, 'kb-querying/ping'), proxiedLimit],
  ['follow-up questions', post('/api/questions', { visit, lines, asked: [] }, 'v1/chat/completions'), proxiedLimit],
  ['a chat answer', post('/api/chat', { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' }, 'chat'), proxiedLimit],
];

/** @typedef {import('./servers.mjs').Child} Child */

/** @typedef {{ rounds: number, times: number, growth: number }} Options rounds of each comparison, requests of a round */

/**
 * Processor time of one request, against a bare route of Fastify that sends as many bytes, or passes on what a service answers.
 * @param {Options} options
 */
export async function measureCost({ rounds, times, growth }) {
  await bundleServers();
  const services = await startChild('services.mjs');
  const bare = await startChild('bare-server.mjs', { services: services.port });
  const gateway = await startChild('gateway-server.mjs', { services: services.port });
  const cookie = await beginVisit(gateway.port);
  for (const [name, request, limit] of routes) {
    const load = await startChild('load-maker.mjs', { ...request, port: gateway.port, cookie });
    const { bytes } = await load.ask({ times, connections });
    const compare = async (/** @type {string} */ address) => {
      const bareLoad = await startChild('load-maker.mjs', { ...request, port: bare.port, cookie, address });
      const ratios = [];
      for (let round = 0; round <= rounds; round += 1)
        ratios.push((await microsOf(gateway, load, times)) / (await microsOf(bare, bareLoad, times)));
      await bareLoad.stop();
      // The first round warms up.
      return ratios.slice(1);
    };
    const ratios = await compare(request.service ? `/passed/${request.service}` : `/bare/${bytes}`);
    const kind = request.service ? 'a bare route that makes the same call' : 'a bare route';
    const ratio = quantile(ratios, 0.5);
    figure(`processor time for ${name}`, `${ratio.toFixed(2)} times ${kind}`, {
      limit: `${limit} times`,
      holds: ratio <= limit,
      values: ratios,
    });
    if (request.service) {
      const whole = await compare(`/bare/${bytes}`);
      tell(`processor time for ${name}, against no call`, `${quantile(whole, 0.5).toFixed(2)} times a bare route that makes none`, whole);
    }
    await load.stop();
  }
  for (const child of [gateway, bare]) await child.stop();
  await measureGrowth(services.port, growth, times);
  await services.stop();
}

const few = { remotes: 4, versions: 40, museums: 10, museumId };
/** @type {[string, object, number][]} */
const larger = [
  ['10,000 museums', { ...few, museums: 10_000 }, 1.1],
  ['1,000 versions', { ...few, versions: 1_000 }, 1.1],
  ['40 remotes, 4,000 versions and 10,000 museums', { remotes: 40, versions: 4_000, museums: 10_000, museumId }, 1.03],
];
/** Processor time of a page where the registry is large, against one where it is small. @param {number} services where they listen @param {number} rounds @param {number} times */
async function measureGrowth(services, rounds, times) {
  for (const [size, registry, limit] of larger) {
    // Both anew: one that has answered more is compiled better.
    const gateways = [];
    for (const made of [few, registry]) gateways.push(await startChild('gateway-server.mjs', { services, registry: made }));
    const { ratios, said } = await compareGateways(gateways, { address: `/?museum=${museumId}`, rounds, times });
    figure(`processor time for the page with ${size}`, said, {
      limit: `${limit} times`,
      holds: quantile(ratios, 0.5) <= limit,
      values: ratios,
    });
    // It reads no registry: what any answer costs more in a process that holds so much.
    const health = await compareGateways(gateways, { address: '/healthz', rounds, times });
    tell(`processor time for /healthz with ${size}`, health.said, health.ratios);
    for (const gateway of gateways) await gateway.stop();
  }
}

/** The second against the first, by turns, each as often the first. @param {Child[]} gateways @param {{ address: string, rounds: number, times: number }} options */
async function compareGateways(gateways, { address, rounds, times }) {
  const sides = [];
  for (const gateway of gateways) sides.push({ gateway, load: await startChild('load-maker.mjs', { address, port: gateway.port }) });
  /** @type {number[]} */ const ratios = [];
  for (let round = -Math.min(5, rounds); round < rounds; round += 1) {
    const micros = new Map();
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) micros.set(side, await microsOf(side.gateway, side.load, times));
    // The first rounds warm up.
    if (round >= 0) ratios.push(micros.get(sides[1]) / micros.get(sides[0]));
  }
  for (const { load } of sides) await load.stop();
  const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
  return { ratios, said: `${ratio} times that with 4, 40 and 10 (quartiles ${low} and ${high}, n ${ratios.length})` };
}

/** @param {Child} server @param {Child} load @param {number} times */
async function microsOf(server, load, times) {
  const before = await server.usage();
  const { served, wrong } = await load.ask({ times, connections });
  const after = await server.usage();
  if (wrong > 0) throw new Error(`${wrong} of ${times} requests failed`);
  return (after.cpuMicros - before.cpuMicros) / served;
}
