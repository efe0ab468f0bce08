import { setMaxListeners } from 'node:events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { type Dispatcher, type FormData, request } from 'undici';
import { HttpError } from '../../http/exchange.ts';
import { createProxyAgent } from '../../http/kit.ts';
import { serviceNames } from '../../http/metric-list.ts';
import type { CallOutcome, Metrics, ServiceName } from '../../http/metrics.ts';
import { traced } from '../../http/tracing.ts';
import { createUpstreamResponse, type UpstreamResponse } from './upstream-response.ts';

export interface UpstreamCall {
  method: 'GET' | 'POST';
  url: string;
  /** Sent as `authorization: Bearer …`. An answer that contains the text is refused. */
  bearer?: string;
  /** Other texts that no answer may contain. */
  secrets?: readonly string[];
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent instead of `body`. */
  form?: FormData;
  requestId?: string | undefined;
  /** True if repeating the call is harmless: then it is repeated once if the service did not answer. */
  isRepeatable?: boolean;
}

type Deadline = ReturnType<typeof startDeadline>;

/** @param parents end the work before its deadline */
function startDeadline(clock: Clock, ms: number, parents: readonly AbortSignal[]) {
  // In Node 20 `AbortSignal.any` keeps about 60 bytes for each signal of `closing`.
  const controller = new AbortController();
  let isExpired = false;
  const expire = () => {
    isExpired = true;
    controller.abort();
  };
  const abort = () => controller.abort();
  if (parents.some(({ aborted }) => aborted)) abort();
  for (const parent of parents) parent.addEventListener('abort', abort, { once: true });
  let cancel = clock.after(ms, expire);
  return {
    signal: controller.signal,
    isExpired: () => isExpired,
    extend(nextMs: number) {
      cancel();
      if (!controller.signal.aborted) cancel = clock.after(nextMs, expire);
    },
    /** Removes the timer and the listeners. Must be called when the work is over. */
    end() {
      cancel();
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}

interface UpstreamOptions {
  service: ServiceName;
  agent: Dispatcher;
  /** Aborts when the gateway closes. */
  closing: AbortSignal;
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

interface Sending<T> {
  call: UpstreamCall;
  deadline: Deadline;
  read(response: UpstreamResponse): Promise<T> | T;
  onChunk?: () => void;
  /** Of the current attempt; absent before the headers of its answer have arrived. */
  status?: number | undefined;
}

/** Statuses of proxies whose service did not get the call or is temporarily unavailable. */
const passingStatuses = new Set<number | undefined>([502, 503, 504]);

function createSend({ service, agent, clock, metrics }: UpstreamOptions, circuit: Circuit) {
  /** Only `failed` and `timeout` count against the service; an unusable answer of a working service is `ok`. */
  const outcomeOf = (cause: unknown, { deadline, status }: Sending<unknown>): CallOutcome => {
    if (deadline.isExpired()) return 'timeout';
    if (deadline.signal.aborted) return 'cancelled';
    return cause instanceof HttpError && isWorking(status) ? 'ok' : 'failed';
  };
  const attempt = <T>(sending: Sending<T>): Promise<T> =>
    traced(service, { 'peer.service': service, 'http.request.method': sending.call.method }, async ({ set, headers }) => {
      const startedAt = clock.now();
      let outcome: CallOutcome = 'refused';
      let end = (_: CallOutcome) => {};
      try {
        end = circuit.begin();
        outcome = 'failed';
        const value = await sendCall(agent, sending, headers);
        if (isWorking(sending.status)) outcome = 'ok';
        set({ 'http.response.status_code': sending.status });
        return value;
      } catch (cause) {
        if (outcome !== 'refused') outcome = outcomeOf(cause, sending);
        throw cause;
      } finally {
        end(outcome);
        metrics.observe('enfilade_upstream_seconds', { service, outcome }, (clock.now() - startedAt) / 1_000);
      }
    });

  return async <T>(sending: Sending<T>): Promise<T> => {
    const mayRepeat = () => sending.call.isRepeatable && !sending.deadline.signal.aborted && circuit.isClosed();
    try {
      const value = await attempt(sending);
      if (!passingStatuses.has(sending.status) || !mayRepeat()) return value;
    } catch (error) {
      if (sending.status !== undefined || !mayRepeat()) throw error;
    }
    metrics.count('enfilade_upstream_retries_total', { service });
    sending.status = undefined;
    return attempt(sending);
  };
}

const isWorking = (status = 500) => status < 500;

/** Writes all headers, so that no header of a browser reaches a service. */
async function sendCall<T>(agent: Dispatcher, sending: Sending<T>, traceHeaders: Record<string, string>): Promise<T> {
  const { call, deadline, read, onChunk } = sending;
  const { method, url, bearer, secrets = [], headers, body, form, requestId } = call;
  const response = await request(url, {
    method,
    dispatcher: agent,
    signal: deadline.signal,
    headers: {
      accept: 'application/json',
      ...headers,
      // A service on the same machine may need no key.
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...traceHeaders,
    },
    body: body === undefined ? (form ?? null) : JSON.stringify(body),
  });
  sending.status = response.statusCode;
  return read(createUpstreamResponse(response, bearer === undefined ? secrets : [bearer, ...secrets], onChunk));
}

/** Failures in a row that open the circuit: broken connections, timeouts and 5xx, but not 4xx. */
const failureLimit = 5;
const restMs = 10_000;

type Circuit = ReturnType<typeof createCircuit>;

function createCircuit({ service, clock, log }: Pick<UpstreamOptions, 'service' | 'clock' | 'log'>) {
  let failures = 0;
  /** Undefined while the circuit is closed. */
  let restsUntil: number | undefined;
  let isOnTrial = false;

  const end = (isTrial: boolean, outcome: CallOutcome) => {
    isOnTrial &&= !isTrial;
    // A call that began before the rest and ends within it changes nothing. After a cancelled trial the next call is the trial.
    if (outcome === 'cancelled' || isTrial !== (restsUntil !== undefined)) return;
    failures = outcome === 'ok' ? 0 : failures + 1;
    restsUntil = failures >= failureLimit ? clock.now() + restMs : undefined;
    if (restsUntil !== undefined) log.warn({ upstream: service }, 'a service fails and gets no calls for a while');
    else if (isTrial) log.warn({ upstream: service }, 'a service answers again');
  };

  return {
    isClosed: () => restsUntil === undefined,
    /**
     * Records the start of a call; the returned function records its end. During a trial other calls are refused.
     * @throws HttpError `upstream-failed` while the circuit is open
     */
    begin(): (outcome: CallOutcome) => void {
      const leftMs = (restsUntil ?? 0) - clock.now();
      if (isOnTrial || leftMs > 0) {
        const reason = `${service} failed too often and gets no calls for a while`;
        throw new HttpError('upstream-failed', { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)), reason });
      }
      const isTrial = restsUntil !== undefined;
      isOnTrial = isTrial;
      return (outcome) => end(isTrial, outcome);
    },
  };
}

interface AskOptions<T> {
  limitMs: number;
  signal?: AbortSignal | undefined;
  read(response: UpstreamResponse): Promise<T>;
  /**
   * Called for each piece of an answer that is read while it arrives; returns the milliseconds for the next piece. The call counts when its
   * headers have arrived, any other call when its answer was read.
   */
  onChunk?: (() => number) | undefined;
}

/** Never follows redirects, because a service must not choose which hosts the gateway calls. */
export type Upstream = ReturnType<typeof createUpstream>;

function createUpstream(options: UpstreamOptions) {
  const { closing, clock } = options;
  const circuit = createCircuit(options);
  const send = createSend(options, circuit);
  const toHttpError = (cause: unknown, deadline: Deadline) => {
    if (cause instanceof HttpError) return cause;
    if (closing.aborted) return new HttpError('busy', { retryAfterSeconds: 1, reason: 'this site is closing' });
    if (deadline.isExpired()) return new HttpError('upstream-timeout', { reason: 'took too long', cause });
    if (deadline.signal.aborted) return new HttpError('stale', { reason: 'nobody waited any more', cause });
    return new HttpError('upstream-failed', { reason: 'could not be reached or broke off', cause });
  };
  return {
    clock,
    isOpen: () => !circuit.isClosed(),
    startDeadline: (ms: number) => startDeadline(clock, ms, [closing]),
    toHttpError,
    /** @throws HttpError `upstream-timeout`, `stale` for `signal`, `busy` if this site closes, what `read` threw, else `upstream-failed` */
    async ask<T>(call: UpstreamCall, { limitMs, signal, read, onChunk }: AskOptions<T>): Promise<T> {
      const deadline = startDeadline(clock, limitMs, signal ? [closing, signal] : [closing]);
      try {
        if (!onChunk) return await send({ call, deadline, read });
        const asItIs = (response: UpstreamResponse) => response;
        return await read(await send({ call, deadline, read: asItIs, onChunk: () => deadline.extend(onChunk()) }));
      } catch (error) {
        throw toHttpError(error, deadline);
      } finally {
        deadline.end();
      }
    },
  };
}

/** Each service has its own circuit. */
export type Services = ReturnType<typeof createServices>;

/**
 * Two thousand visits may each hold a streamed answer of one host. Twice that number lets no call wait, and stays far below the limit of
 * open files.
 */
const connections = 4096;

export function createServices(options: Pick<UpstreamOptions, 'clock' | 'metrics' | 'log'>) {
  // Each call has a deadline of its own in place of undici's timeouts.
  const agent = createProxyAgent({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  // Each running call adds a listener.
  setMaxListeners(0, closing.signal);
  const create = (service: ServiceName) => createUpstream({ ...options, service, agent, closing: closing.signal });
  const upstreams = new Map(serviceNames.map((service) => [service, create(service)]));
  options.metrics.watch('enfilade_circuit_open', () =>
    [...upstreams].map(([service, { isOpen }]) => ({ labels: { service }, value: Number(isOpen()) })),
  );
  return {
    of: (name: ServiceName) => upstreams.get(name) as Upstream,
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
