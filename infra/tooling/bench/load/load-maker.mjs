import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { quantile } from '../figure.mjs';
import { plan, sendReady } from './child.mjs';
import { createRequestText } from './request-text.mjs';

/** @typedef {{ status: number, retryAfter: boolean, text: string }} Answer */

/**
 * A kept connection that asks one thing at a time, with as little work as possible: who makes load shares the
 * processor with who bears it. Answers must have a length.
 */
class Connection {
  /** @type {((answer: Answer | undefined) => void) | undefined} */
  #take;
  #held = '';
  isOpen = false;

  /** @param {{ port: number, ca?: string }} site with a certificate's signer: over TLS @param {(connection: Connection) => void} onOpen */
  constructor({ port, ca }, onOpen) {
    const begin = () => {
      this.isOpen = true;
      onOpen(this);
    };
    const address = { port, host: '127.0.0.1', noDelay: true };
    this.socket = ca === undefined ? connect(address, begin) : connectSecurely({ ...address, ca }, begin);
    this.socket.setEncoding('latin1');
    this.socket.on('data', (piece) => this.#read(String(piece)));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isOpen = false;
      this.#finish(undefined);
    });
  }

  /** The callback gets nothing when the connection ended without an answer. @param {string} request @param {(answer: Answer | undefined) => void} take */
  send(request, take) {
    this.#take = take;
    this.socket.write(request, 'latin1');
  }

  /** @param {string} piece */
  #read(piece) {
    this.#held += piece;
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#held.slice(0, end).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#held.length < end + 4 + length) return;
    const text = this.#held.slice(end + 4);
    this.#held = '';
    if (head.includes('\r\nconnection: close')) {
      this.isOpen = false;
      this.socket.end();
    }
    this.#finish({ status: Number(head.slice(9, 12)), retryAfter: head.includes('\r\nretry-after: '), text });
  }

  /** @param {Answer | undefined} answer */
  #finish(answer) {
    const take = this.#take;
    this.#take = undefined;
    take?.(answer);
  }
}

// Asks as often as it is told, whether answers come or not, and counts what came back.

/** Above this, requests wait here for a connection, and their wait counts. */
const mostConnections = 4_000;
/** Opened slowly, and used once: Node accepts one connection a turn, and what is not accepted yet would be measured instead. */
const openedAtOnce = 50;
/** Whoever is not answered by then is not answered at all. */
const patienceMs = 5_000;
/** An answer later than this is no good one. */
const lateMs = 500;

/**
 * @typedef {object} Outcome
 * @property {number} asked
 * @property {number} served
 * @property {number} refused 429 or 503, with Retry-After
 * @property {number} wrong anything else, and what was never answered
 * @property {number} broken of these: those whose connection ended under them
 * @property {number} bytes of the last answer, without its head
 * @property {number} p50 of what was served, milliseconds
 * @property {number} p99
 * @property {Record<string, number>} statuses how often each came; `none` without an answer
 * @property {number} troubledMs from the beginning until the last request that was not served in time
 */

/** One, or several that are asked for in turn. */
const requestTexts = (plan.requests ?? [plan]).map(createRequestText);
let asking = 0;
const requestText = () => requestTexts[asking++ % requestTexts.length]();
const firstRequest = createRequestText({ address: '/healthz' })();
/** @type {Connection[]} */ const free = [];
/** @type {((connection: Connection) => void)[]} */ const due = [];
let connections = 0;

/** @param {Connection} connection */
function release(connection) {
  const next = connection.isOpen ? due.shift() : undefined;
  if (next) next(connection);
  else if (connection.isOpen) free.push(connection);
  else connections -= 1;
}

/** @param {(connection: Connection) => void} use */
function withConnection(use) {
  const connection = free.shift();
  if (connection?.isOpen) return use(connection);
  due.push(use);
  if (connection === undefined && connections >= mostConnections) return;
  if (connection === undefined) connections += 1;
  new Connection(plan, release);
}

/** @param {number} count */
async function open(count) {
  while (connections < count) {
    const opened = Array.from({ length: Math.min(openedAtOnce, count - connections) }, () => {
      connections += 1;
      return new Promise((resolve) => {
        new Connection(plan, (connection) => connection.send(firstRequest, () => resolve(release(connection))));
      });
    });
    await Promise.all(opened);
  }
}

/** @param {Answer | undefined} answer @returns {'served' | 'refused' | 'wrong'} */
function kindOf(answer) {
  if (answer?.status === 200 || answer?.status === 204) return 'served';
  return (answer?.status === 429 || answer?.status === 503) && answer.retryAfter ? 'refused' : 'wrong';
}

function createCounts() {
  const began = performance.now();
  /** @type {number[]} */ const times = [];
  let bytes = 0;
  /** @type {Record<string, number>} */ const statuses = {};
  const counts = { asked: 0, served: 0, refused: 0, wrong: 0, broken: 0, troubledMs: 0 };
  const note = (/** @type {Answer | undefined} */ answer) => {
    const status = answer?.status ?? 'none';
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  return {
    began,
    /** @param {Connection} connection @param {number} asked @param {(connection: Connection) => void} then */
    ask(connection, asked, then) {
      connection.send(requestText(), (answer) => {
        const ms = performance.now() - asked;
        const kind = kindOf(answer);
        counts[kind] += 1;
        note(answer);
        bytes = answer?.text.length ?? 0;
        if (!answer) counts.broken += 1;
        if (kind === 'served') times.push(ms);
        if (kind !== 'served' || ms > lateMs) counts.troubledMs = Math.max(counts.troubledMs, asked - began);
        then(connection);
      });
    },
    counts,
    isComplete: () => counts.served + counts.refused + counts.wrong >= counts.asked,
    /** @returns {Outcome} */
    outcome: () => ({
      ...counts,
      statuses,
      bytes,
      wrong: counts.asked - counts.served - counts.refused,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    }),
  };
}

/** So many a second for so long, each at its time. @param {{ rate: number, seconds: number }} phase */
function requestAtRate({ rate, seconds }) {
  const counted = createCounts();
  const all = Math.floor(rate * seconds);
  return new Promise((resolve) => {
    const tick = () => {
      const wanted = Math.min(all, Math.floor(((performance.now() - counted.began) * rate) / 1_000));
      for (; counted.counts.asked < wanted; counted.counts.asked += 1) {
        const asked = performance.now();
        withConnection((connection) => counted.ask(connection, asked, release));
      }
      if (wanted < all) setTimeout(tick, 1);
      else resolve(counted);
    };
    tick();
  });
}

/** One phase after the other without a pause; then what is still under way is waited for. @param {{ rate: number, seconds: number }[]} phases */
async function play(phases) {
  const phasesCounted = [];
  for (const phase of phases) phasesCounted.push(await requestAtRate(phase));
  const until = performance.now() + patienceMs;
  while (performance.now() < until && !phasesCounted.every((counted) => counted.isComplete()))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return phasesCounted.map((counted) => counted.outcome());
}

/** So many requests, as fast as so many connections are answered. @param {{ times: number, connections: number }} run */
async function requestInTurn({ times, connections: count }) {
  await open(count);
  const counted = createCounts();
  const began = performance.now();
  await new Promise((resolve) => {
    const one = (/** @type {Connection} */ connection) => {
      if (counted.counts.asked < times) {
        counted.counts.asked += 1;
        counted.ask(connection, performance.now(), one);
      } else {
        release(connection);
        if (counted.isComplete()) resolve(undefined);
      }
    };
    for (const connection of free.splice(0, count)) one(connection);
  });
  return { ...counted.outcome(), seconds: (performance.now() - began) / 1_000 };
}

sendReady(0, async (question) => {
  if (question.open) return open(question.open);
  return question.phases ? play(question.phases) : requestInTurn(question);
});
