import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import { errorBody, HttpError } from './exchange.ts';
import { requestIdOf } from './request-head.ts';

export interface AdmissionLimits {
  /** The longest time that a request waits before the server reads the request. `Infinity` turns the limit off. */
  waitMs: number;
  underWay: number;
}

interface AdmissionOptions {
  limits: AdmissionLimits;
  /** Alternating names and values. */
  headers: readonly string[];
  onShed: () => void;
  /** Milliseconds of a monotonic clock. */
  now?: (() => number) | undefined;
  afterTurn?: ((call: () => void) => void) | undefined;
  afterMs?: ((ms: number, call: () => void) => void) | undefined;
  /** The share of time, 0 to 1, that the process was busy since the last call. */
  utilization?: (() => number) | undefined;
}

/**
 * Requests wait in the kernel's sockets while work blocks the event loop. A request that is read late in a turn has waited at least as long
 * as the turn lasted. The limit of requests that wait between turns falls while the process is busy. A refusal must cost almost nothing, or
 * refusals would overload the site.
 */
export type Admission = ReturnType<typeof createAdmission>;

/** Monitoring must reach the site under load too. */
const readiness = '/readyz';
const watched = new Set(['/healthz', readiness, '/metrics']);
/** A turn with fewer requests than this is long because the machine is starved, not because the site is overloaded. */
const fewest = 50;
const retryAfterSeconds = 1;

export function createAdmission(options: AdmissionOptions) {
  const { onShed } = options;
  const isLate = createTurn(options);
  const refuse = createRefusal(options.headers);
  const underWay = createUnderWay(options);
  let isClosing = false;
  let endsConnections = false;
  function leave(this: ServerResponse): void {
    underWay.remove(this);
    if (endsConnections) this.req.socket.destroySoon();
  }

  return {
    guard:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        if (isClosing) {
          // A proxy that probes readiness gets 503. All other requests are served, and their connections end.
          if (request.url === readiness) return refuse(request, response, isClosing);
          response.setHeader('connection', 'close');
        }
        if ((isLate() || underWay.isFull()) && !isWatching(request)) {
          onShed();
          return refuse(request, response, isClosing);
        }
        underWay.add(response);
        response.once('close', leave);
        handle(request, response);
      },
    underWay: () => underWay.responses().length,
    /** Answers /readyz with 503 and ends every connection after its answer, so that the next request goes elsewhere. */
    close() {
      isClosing = true;
      for (const response of underWay.responses()) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    /** Also ends the connections of answers that had begun before `close`. */
    endConnections() {
      endsConnections = true;
    },
  };
}

function isWatching({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && watched.has(url);
}

/** @returns a function that is true if its request was read late in a turn of many requests */
function createTurn({ limits, now = monotonicMs, afterTurn = setImmediate }: AdmissionOptions): () => boolean {
  let startedAt: number | undefined;
  let read = 0;
  const end = () => {
    startedAt = undefined;
  };
  return () => {
    if (startedAt === undefined) {
      startedAt = now();
      read = 0;
      afterTurn(end);
    }
    read += 1;
    return read > fewest && now() - startedAt > limits.waitMs;
  };
}

const watchMs = 50;
const busyFrom = 0.95;
const burstMs = 200;
/** One turn serves this number of requests without a noticeable delay. */
const fewestWaiting = 64;
const [less, more] = [0.8, 1.25];

/** Load lowers only the limit of requests that wait for their first byte. A begun answer or a pending body costs almost nothing. */
function createUnderWay({ limits, now = monotonicMs, afterMs = startTimer, utilization = createUtilization() }: AdmissionOptions) {
  const waiting = new Set<ServerResponse>();
  const idle = new Set<ServerResponse>();
  let limit = limits.underWay;
  let restedAt = 0;
  let isWatched = limits.waitMs === Number.POSITIVE_INFINITY;

  function leaveIdle(): void {
    for (const response of waiting) if (isIdle(response) && waiting.delete(response)) idle.add(response);
  }

  function sort(): void {
    for (const response of idle) if (!isIdle(response) && idle.delete(response)) waiting.add(response);
    leaveIdle();
  }

  function look(): void {
    sort();
    if (utilization() < busyFrom) {
      restedAt = now();
      limit = Math.min(limits.underWay, Math.ceil(limit * more));
    } else if (now() - restedAt > burstMs) limit = Math.max(fewestWaiting, Math.floor(Math.min(limit, waiting.size) * less));
    isWatched = waiting.size > 0 || limit < limits.underWay;
    if (isWatched) afterMs(watchMs, look);
  }

  return {
    isFull(): boolean {
      if (waiting.size >= limit) leaveIdle();
      return waiting.size >= limit || waiting.size + idle.size >= limits.underWay;
    },
    add(response: ServerResponse): void {
      waiting.add(response);
      if (isWatched) return;
      isWatched = true;
      restedAt = now();
      utilization();
      afterMs(watchMs, look);
    },
    remove(response: ServerResponse): void {
      if (!waiting.delete(response)) idle.delete(response);
    },
    responses: () => [...waiting, ...idle],
  };
}

const isIdle = ({ headersSent, req }: ServerResponse): boolean => headersSent || !req.complete;

const monotonicMs = (): number => performance.now();
const startTimer = (ms: number, call: () => void): void => void setTimeout(call, ms).unref();

function createUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

function createRefusal(headers: readonly string[]) {
  const error = new HttpError('busy', { retryAfterSeconds });
  const mark = '00000000-0000-0000-0000-000000000000';
  const [before = '', after = ''] = JSON.stringify(errorBody(error, mark)).split(mark);
  const head = [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(before + mark + after)),
    'cache-control',
    'no-store',
    'retry-after',
    String(retryAfterSeconds),
  ];
  return ({ headers: sent }: IncomingMessage, response: ServerResponse, isClosing: boolean): void => {
    const requestId = requestIdOf(sent);
    const connection = isClosing ? 'close' : 'keep-alive';
    response.writeHead(gatewayErrorStatus.busy, [...head, 'connection', connection, 'x-request-id', requestId]);
    response.end(before + requestId + after);
  };
}
