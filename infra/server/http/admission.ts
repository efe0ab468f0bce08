import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import { errorBody, HttpError } from './exchange.ts';
import { requestIdOf } from './request-head.ts';

export interface AdmissionLimits {
  /**
   * A request that has waited longer than this to be read is refused. `Infinity`: requests are not limited, however busy the process is.
   */
  waitMs: number;
  /** Requests under way at once, held streams among them. */
  underWay: number;
}

export interface AdmissionOptions {
  limits: AdmissionLimits;
  /** Headers of every answer, as names and values in turn. */
  headers: readonly string[];
  /** Called for every request that is refused for lack of time. */
  onShed: () => void;
  /** Milliseconds of a clock that never goes back. */
  now?: (() => number) | undefined;
  /** Calls once what can be read for now has been read. */
  afterTurn?: ((call: () => void) => void) | undefined;
  /** Calls after a while. */
  afterMs?: ((ms: number, call: () => void) => void) | undefined;
  /** Which part of the time since it was last asked this process was at work, 0 to 1. */
  utilization?: (() => number) | undefined;
}

/**
 * Decides before any other code whether to accept a request. Requests behind work that blocks wait unseen in the kernel's sockets, and one
 * turn of the event loop then serves all of them: one that is read late in a long turn has waited at least as long as the turn has lasted.
 * Those that wait for a service or for each other between turns are limited by number, and by fewer the longer the process has had no rest.
 * A refusal must cost almost nothing, or refusals themselves would overload the site.
 */
export type Admission = ReturnType<typeof createAdmission>;

/** Monitoring must reach the site under load too. */
const readiness = '/readyz';
const watched = new Set(['/healthz', readiness, '/metrics']);
/** A starved machine makes turns long that hold little: a turn that served fewer than this is not overloaded. */
const fewest = 50;
const retryAfterSeconds = 1;

export function createAdmission(options: AdmissionOptions) {
  const { onShed } = options;
  const turn = createTurn(options);
  const refuseLeaving = createRefusal(options.headers, 'close');
  let refuseBusy = createRefusal(options.headers, 'keep-alive');
  const underWay = createUnderWay(options);
  let isClosing = false;
  let endsConnections = false;
  function leave(this: ServerResponse): void {
    underWay.remove(this);
    if (endsConnections) this.req.socket.destroySoon();
  }

  return {
    /** The listener of a server; hands what is admitted to `handle`. */
    guard:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        if (isClosing) {
          // A proxy that asks learns it here; all others are served, and their connections end.
          if (request.url === readiness) return refuseLeaving(request, response);
          response.setHeader('connection', 'close');
        }
        if ((turn.isLate() || underWay.isFull()) && !isWatching(request)) {
          onShed();
          return refuseBusy(request, response);
        }
        underWay.add(response);
        response.once('close', leave);
        handle(request, response);
      },
    underWay: () => underWay.responses().length,
    /** From now on the site is not ready, and every answer says `connection: close`, so that the next request goes elsewhere. */
    close() {
      isClosing = true;
      refuseBusy = refuseLeaving;
      for (const response of underWay.responses()) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    /** From now on the connection of an answer that was begun before all that ends with it. */
    endConnections() {
      endsConnections = true;
    },
  };
}

function isWatching({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && watched.has(url);
}

/** One turn of the event loop: when its first request was read, and how many were since. */
function createTurn({ limits, now = monotonicMs, afterTurn = setImmediate }: AdmissionOptions) {
  let startedAt: number | undefined;
  let read = 0;
  const end = () => {
    startedAt = undefined;
  };
  return {
    /** Whether the request that is read now has waited too long. */
    isLate(): boolean {
      if (startedAt === undefined) {
        startedAt = now();
        read = 0;
        afterTurn(end);
      }
      read += 1;
      return read > fewest && now() - startedAt > limits.waitMs;
    },
  };
}

const watchMs = 50;
/** A process that rests less than this has more to do than it can. */
const busyFrom = 0.95;
/** For so long a burst may keep it busy. */
const burstMs = 200;
/** What one turn serves in a while nobody notices. */
const fewestWaiting = 64;
const [less, more] = [0.8, 1.25];

/**
 * The answers under way, those that wait for their first byte apart: only they are limited by how busy the process is.
 * Who listens to a begun answer, or is still sending, costs next to nothing.
 */
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

/** The one answer of all refusals, written beforehand but for the request's id. */
function createRefusal(headers: readonly string[], connection: 'keep-alive' | 'close') {
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
    'connection',
    connection,
    'x-request-id',
  ];
  return ({ headers: sent }: IncomingMessage, response: ServerResponse): void => {
    const requestId = requestIdOf(sent);
    response.writeHead(gatewayErrorStatus.busy, [...head, requestId]);
    response.end(before + requestId + after);
  };
}
