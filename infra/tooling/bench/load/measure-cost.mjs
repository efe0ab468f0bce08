import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../workspace.mjs';
import { beginVisit, freshId, visit } from '../content.mjs';
import { figure, quantile } from '../figure.mjs';
import { bundleServers, startChild } from './servers.mjs';

const connections = 8;
/** V8 has not compiled code that ran less often. */
const warmUp = { times: 1_500, connections };
const warmUpRounds = 1;
const [readLimit, proxiedLimit] = [2.5, 4];

const { museumId, exhibitionId } = visit;
const [script = ''] = readdirSync(path.join(root, 'host/dist/static/js')).filter((name) => name.endsWith('.js'));
const lines = ['Guide: The ceiling was painted in 1742.', 'Visitor: By whom?'];
const get = (/** @type {string} */ address) => ({ address });
/** @param {string} service path of the service that the bare route calls @param {string} address @param {object} body @param {string} service */
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

/**
 * Compares with a bare route of Fastify that sends as many bytes or makes the same call.
 * @param {{ rounds: number, times: number }} options rounds of each comparison, requests of a round
 */
export async function measureCost({ rounds, times }) {
  await bundleServers();
  const services = await startChild('services.mjs');
  const bare = await startChild('bare-server.mjs', { services: services.port });
  const gateway = await startChild('gateway-server.mjs', { services: services.port });
  const cookie = await beginVisit(gateway.port);
  for (const [name, request, limit] of routes) {
    const load = await startChild('load-maker.mjs', { ...request, port: gateway.port, cookie });
    const { bytes } = await load.ask(warmUp);
    const address = request.service ? `/passed/${request.service}` : `/bare/${bytes}`;
    const bareLoad = await startChild('load-maker.mjs', { ...request, port: bare.port, cookie, address });
    await bareLoad.ask(warmUp);
    const sides = [
      { server: bare, load: bareLoad },
      { server: gateway, load },
    ];
    const values = await compare(sides, { rounds, times });
    const kind = request.service ? 'a bare route that makes the same call' : 'a bare route';
    const ratio = quantile(values, 0.5);
    figure(`processor time for ${name}`, `${ratio.toFixed(2)} times ${kind}`, { limit: `${limit} times`, holds: ratio <= limit, values });
    for (const child of [load, bareLoad]) await child.stop();
  }
  for (const child of [gateway, bare, services]) await child.stop();
}

/**
 * The sides alternate, and so does which side begins.
 * @param {{ server: Child, load: Child }[]} sides @param {{ rounds: number, times: number }} run
 */
async function compare(sides, { rounds, times }) {
  /** @type {number[]} */ const ratios = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const micros = new Map();
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) micros.set(side, await microsOf(side, times));
    if (round >= 0) ratios.push(micros.get(sides[1]) / micros.get(sides[0]));
  }
  return ratios;
}

/** @param {{ server: Child, load: Child }} side @param {number} times */
async function microsOf({ server, load }, times) {
  const before = await server.usage();
  const { served, wrong } = await load.ask({ times, connections });
  const after = await server.usage();
  if (wrong > 0) throw new Error(`${wrong} of ${times} requests failed`);
  return (after.cpuMicros - before.cpuMicros) / served;
}
