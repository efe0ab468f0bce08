import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { quantile } from '../figure.mjs';
import { plan, sendReady } from './child.mjs';
import { freshId } from './request-text.mjs';

// A process of its own that asks a site with autocannon, whose processor time is not the site's.

/** An answer later than this is no good one. */
const lateMs = 500;

/**
 * @typedef {object} Outcome
 * @property {number} asked
 * @property {number} served 200 or 204
 * @property {number} refused 429 or 503, with Retry-After
 * @property {number} wrong anything else, and what was never answered
 * @property {number} broken of these: those whose connection ended
 * @property {number} bytes of the last answer, with its head
 * @property {number} p50 of what was served, milliseconds
 * @property {number} p99
 * @property {Record<string, number>} statuses how often each came
 * @property {number} troubledMs from the beginning until the last request that was not served in time
 * @property {number} seconds
 */

/** @param {{ address: string, body?: object, cookie?: string, accept?: string }} request */
function requestOf({ address, body, cookie, accept = '*/*' }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = { accept, 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) };
  if (!text) return { path: address, method: /** @type {const} */ ('GET'), headers };
  const request = {
    path: address,
    method: /** @type {const} */ ('POST'),
    headers: { ...headers, 'content-type': 'application/json', 'x-enfilade': '1' },
  };
  return { ...request, setupRequest: (/** @type {object} */ made) => ({ ...made, body: text.replace(freshId, randomUUID()) }) };
}

const requests = (plan.requests ?? [plan]).map(requestOf);
const scheme = plan.ca === undefined ? 'http' : 'https';

/** @param {{ connections?: number, times?: number, rate?: number, seconds?: number }} question @returns {Promise<Outcome>} */
async function load({ connections = 1_000, times, rate, seconds }) {
  const began = performance.now();
  /** @type {number[]} */ const served = [];
  /** @type {Record<string, number>} */ const statuses = {};
  const counts = { refused: 0, answered: 0, troubledMs: 0, bytes: 0 };
  /** @param {import('autocannon').Client} client */
  const setupClient = (client) => {
    let retryAfter = false;
    client.on('headers', ({ headers }) => {
      retryAfter = headers.some((/** @type {string} */ name) => String(name).toLowerCase() === 'retry-after');
    });
    client.on('response', (status, bytes, ms) => {
      counts.answered += 1;
      counts.bytes = bytes;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isServed = status === 200 || status === 204;
      if (isServed) served.push(ms);
      else if ((status === 429 || status === 503) && retryAfter) counts.refused += 1;
      if (!isServed || ms > lateMs) counts.troubledMs = performance.now() - began;
    });
  };
  const amount = times ?? Math.floor((rate ?? 0) * (seconds ?? 0));
  const { errors } = await autocannon({
    url: `${scheme}://127.0.0.1:${plan.port}`,
    connections: Math.min(connections, amount),
    amount,
    ...(rate !== undefined && { overallRate: rate }),
    ...(plan.ca !== undefined && { tlsOptions: { ca: plan.ca } }),
    requests,
    setupClient,
  });
  return {
    asked: amount,
    served: served.length,
    refused: counts.refused,
    wrong: amount - served.length - counts.refused,
    broken: errors,
    bytes: counts.bytes,
    p50: quantile(served, 0.5),
    p99: quantile(served, 0.99),
    statuses,
    troubledMs: counts.troubledMs,
    seconds: (performance.now() - began) / 1_000,
  };
}

sendReady(0, async ({ phases, ...question }) => {
  if (!phases) return load(question);
  const outcomes = [];
  for (const phase of phases) outcomes.push(await load(phase));
  return outcomes;
});
