import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, quantile } from '../figure.mjs';
import { visit } from './content.mjs';
import { loadModule } from './modules.mjs';
import { beginVisit, freshId } from './request-text.mjs';
import { startChild } from './servers.mjs';

/** @typedef {import('./servers.mjs').Child} Child */

const count = 3;
const connections = 8;
const [warmUp, rounds] = [8, 41];
const limit = 1.1;
const { museumId } = visit;
const question = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };

/**
 * Processor time of a request, of all processes that serve it: by gateways of one site, against as many that are a site each,
 * at once as well, because processes that share a processor make each other slower whatever they do.
 * @param {number} services where they listen
 */
export async function measureGateways(services) {
  const { startPostgres } = await loadModule('postgres-server');
  const { startValkey } = await loadModule('start-valkey');
  const valkey = await startValkey();
  const postgres = await startPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'enfilade-gateways-'));
  /** @type {Child[]} */ const gateways = [];
  /** @type {string[]} */ const databases = [];
  try {
    for (const site of [0, 0, 0, 1, 2, 3]) {
      const databaseUrl = databases[site] ?? (await postgres.createDatabase());
      databases[site] = databaseUrl;
      const engines = { databaseUrl, url: `${valkey.url}/${site}`, dataDir: path.join(folder, `${site}`) };
      gateways.push(await startChild('gateway-server.mjs', { services, engines }));
    }
    // They make deltas of what they have published.
    while ((await shareAtWork(gateways)) > 0.1);
    await compare(gateways, 'a page', { address: `/?museum=${museumId}` }, 400);
    const cookie = await beginVisit(gateways[0]?.port ?? 0);
    await compare(gateways, 'a chat answer', { address: '/api/chat', body: question, cookie }, 80);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    await valkey.stop();
    await postgres.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Child[]} gateways those of one site, then the others @param {string} name @param {object} request @param {number} times */
async function compare(gateways, name, request, times) {
  /** @type {Child[]} */ const loads = [];
  for (const { port } of gateways) loads.push(await startChild('load-maker.mjs', { ...request, port }));
  const microsWith = async (/** @type {Child[]} */ used) => {
    const before = await cpuMicrosOf(gateways);
    const outcomes = await Promise.all(used.map((load) => load.ask({ times, connections })));
    if (outcomes.some(({ served }) => served < times)) throw new Error(`${name} failed: ${JSON.stringify(outcomes)}`);
    return ((await cpuMicrosOf(gateways)) - before) / times / used.length;
  };
  const [together, apart] = [loads.slice(0, count), loads.slice(count)];
  /** @type {number[]} */ const ratios = [];
  /** @type {number[]} */ const micros = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    // Each as often first.
    const [first, second] = round % 2 === 0 ? [together, apart] : [apart, together];
    const [a, b] = [await microsWith(first), await microsWith(second)];
    const [shared, own] = first === together ? [a, b] : [b, a];
    if (round < 0) continue;
    ratios.push(shared / own);
    micros.push(own);
  }
  for (const load of loads) await load.stop();
  const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
  const one = `the ${quantile(micros, 0.5).toFixed(0)} µs of a site of one, PostgreSQL and Valkey included`;
  const said = `${ratio} times ${one} (quartiles ${low} and ${high}, n ${rounds})`;
  figure(`processor time for ${name} by ${count} gateways of a site`, said, `${limit} times`, Number(ratio) <= limit);
}

/** Which part of a second they work while nobody asks them anything. @param {Child[]} gateways */
async function shareAtWork(gateways) {
  const before = await cpuMicrosOf(gateways);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return ((await cpuMicrosOf(gateways)) - before) / 1_000_000;
}

/** Of the gateways, and of the engines that this process has started. @param {Child[]} gateways */
async function cpuMicrosOf(gateways) {
  const used = await Promise.all(gateways.map((gateway) => gateway.usage()));
  return used.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0) + cpuMicrosBelow(process.pid);
}

/** Of the programs below a process that are not Node's. @param {number} pid @returns {number} */
function cpuMicrosBelow(pid) {
  let micros = 0;
  for (const child of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${child}/stat`, 'utf8')) ?? [];
      if (Number(parent) !== pid || name === 'node') continue;
      micros += Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0]) / 1_000 + cpuMicrosBelow(Number(child));
    } catch {
      // It ended meanwhile.
    }
  }
  return micros;
}
