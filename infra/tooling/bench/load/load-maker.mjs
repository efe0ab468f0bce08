import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freshId } from '../content.mjs';
import { quantile } from '../figure.mjs';
import { plan, sendReady } from './child.mjs';

// A separate process that sends requests with autocannon, so that its processor time does not count as the site's.

/** A slower answer counts as a disturbance. */
const lateMs = 500;
const timeoutSeconds = 5;
const mostConnections = 1_000;
/** autocannon sends the requests of a second at its beginning. Instances that start one after the other spread the requests. */
const mostInstances = 20;

/** @param {{ address: string, body?: object, cookie?: string }} wanted @returns {autocannon.Request} */
function requestOf({ address, body, cookie }) {
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) };
  if (body === undefined) return { path: address, method: 'GET', headers };
  const text = JSON.stringify(body);
  return {
    ...{ path: address, method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'x-enfilade': '1' } },
    setupRequest: (request) => ({ ...request, body: text.replace(freshId, randomUUID()) }),
  };
}

/** @type {autocannon.Request[]} */
const requests = plan.requests.map(requestOf);

function createCounts() {
  const began = performance.now();
  /** @type {number[]} */ const times = [];
  /** @type {Record<string, number>} */ const statuses = {};
  // Served: 200 or 204. Refused: 429 or 503 with Retry-After. Broken: no answer. Seconds until the last answer; `troubledMs` until the last
  // request that was not served in time.
  const counts = { served: 0, refused: 0, wrong: 0, broken: 0, bytes: 0, troubledMs: 0, seconds: 0 };

  /** @param {number | 'none'} status @param {'served' | 'refused' | 'wrong' | 'broken'} kind @param {number} askedAt */
  function note(status, kind, askedAt) {
    const now = performance.now();
    statuses[status] = (statuses[status] ?? 0) + 1;
    counts[kind] += 1;
    if (kind !== 'broken') counts.seconds = (now - began) / 1_000;
    if (kind === 'served') times.push(now - askedAt);
    if (kind !== 'served' || now - askedAt > lateMs) counts.troubledMs = Math.max(counts.troubledMs, askedAt - began);
  }

  return {
    /** Counts every request, because autocannon does not count a request whose connection ended. @param {import('node:events').EventEmitter} client whose types lack the events */
    watch(client) {
      /** @type {number | undefined} */ let askedAt;
      /** @type {'served' | 'refused' | 'wrong'} */ let kind = 'wrong';
      let isClosing = false;
      client.on('request', () => {
        // autocannon sends one more request on a connection that the server closes with `connection: close`.
        if (askedAt !== undefined && !isClosing) note('none', 'broken', askedAt);
        if (askedAt !== undefined) isClosing = false;
        askedAt = performance.now();
      });
      client.on('headers', (/** @type {{ statusCode: number, headers: string[] }} */ { statusCode, headers }) => {
        const text = headers.join('\n').toLowerCase();
        kind = statusCode === 200 || statusCode === 204 ? 'served' : 'wrong';
        if ((statusCode === 429 || statusCode === 503) && text.includes('retry-after\n')) kind = 'refused';
        isClosing = text.includes('connection\nclose');
        counts.bytes = Number(/content-length\n(\d+)/.exec(text)?.[1] ?? 0);
      });
      client.on('response', (/** @type {number} */ status) => {
        note(status, kind, askedAt ?? began);
        askedAt = undefined;
      });
    },
    outcome: () => ({
      ...counts,
      ...{ asked: counts.served + counts.refused + counts.wrong + counts.broken, wrong: counts.wrong + counts.broken, statuses },
      ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
    }),
  };
}

/** @param {ReturnType<typeof createCounts>} counts @param {Partial<autocannon.Options>} options */
const send = ({ watch }, options) =>
  autocannon({ url: plan.origin, requests, setupClient: watch, timeout: timeoutSeconds, sampleInt: 50, ...options });

/** @param {ReturnType<typeof createCounts>} counts @param {{ rate: number, seconds: number }} phase */
async function sendAtRate(counts, { rate, seconds }) {
  const upTo = (/** @type {number} */ at) => Math.floor((rate * at) / mostInstances);
  const instances = Array.from({ length: mostInstances }, async (_, at) => {
    const overallRate = upTo(at + 1) - upTo(at);
    await wait((1_000 * at) / mostInstances);
    // A little less: autocannon sends again at each full second.
    const duration = seconds - 0.1;
    // Each connection sends the requests one after the other, so the instances begin with different requests.
    const first = at % requests.length;
    const inTurn = [...requests.slice(first), ...requests.slice(0, first)];
    const connections = mostConnections / mostInstances;
    if (overallRate > 0) await send(counts, { overallRate, connections, duration, requests: inTurn });
  });
  await Promise.all(instances);
}

/** With `times`, each connection waits for its answer. */
sendReady(undefined, async ({ times, connections, ...phase }) => {
  const counts = createCounts();
  await (times ? send(counts, { amount: times, connections }) : sendAtRate(counts, phase));
  return counts.outcome();
});
