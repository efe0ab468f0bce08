import { setMaxListeners } from 'node:events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../http/exchange.ts';
import { createProxyAgent } from '../../http/kit.ts';
import { serviceNames } from '../../http/metric-list.ts';
import type { CallOutcome, Metrics, ServiceName } from '../../http/metrics.ts';
import { traced } from '../../http/tracing.ts';
import {
  CallFailure,
  createDeadline,
  type Deadline,
  type Sending,
  sendCall,
  type UpstreamAgent,
  type UpstreamCall,
  type UpstreamResponse,
} from './send-call.ts';

interface GuardedCallsOptions {
  service: ServiceName;
  agent: UpstreamAgent;
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/** Proxies in front of a service say so when it did not get the call, or is not there for now. */
const passingStatuses = new Set([502, 503, 504]);

/** Calls one service, each time behind its circuit and counted; what may be repeated is, where the service did not get it. */
function createGuardedSend({ service, agent, clock, metrics, log }: GuardedCallsOptions) {
  const budget = createRetryBudget();
  const onChange = (isOpen: boolean) => {
    metrics.set('enfilade_circuit_open', { service }, Number(isOpen));
    log.warn({ upstream: service }, isOpen ? 'a service fails and gets no calls for a while' : 'a service answers again');
  };
  const circuit = createCircuit({ clock, onChange });
  metrics.set('enfilade_circuit_open', { service }, 0);

  /** @throws CallFailure; HttpError when the service was not asked */
  const attemptOnce = async <T>(sending: Sending<T>): Promise<{ status: number; value: T }> => {
    const startedAt = clock.now();
    const count = (outcome: CallOutcome) =>
      metrics.observe('enfilade_upstream_seconds', { service, outcome }, (clock.now() - startedAt) / 1_000);
    if (circuit.restSeconds() > 0) {
      count('refused');
      const reason = `${service} failed too often and gets no calls for a while`;
      throw new HttpError('upstream-failed', { retryAfterSeconds: circuit.restSeconds(), reason });
    }
    const end = circuit.begin();
    let outcome: CallFailure['outcome'] = 'failed';
    try {
      const response = await sendCall(agent, sending);
      if (response.status < 500) outcome = 'ok';
      return response;
    } catch (error) {
      if (error instanceof CallFailure) outcome = error.outcome;
      throw error;
    } finally {
      end(outcome);
      count(outcome);
    }
  };
  const attempt: typeof attemptOnce = ({ call, ...sending }) =>
    traced(service, { 'peer.service': service, 'http.request.method': call.method }, async ({ set, headers }) => {
      const response = await attemptOnce({ ...sending, call: { ...call, headers: { ...call.headers, ...headers } } });
      set({ 'http.response.status_code': response.status });
      return response;
    });
  const mayRepeat = ({ deadline }: Sending<unknown>) => !deadline.signal.aborted && circuit.isClosed() && budget.spend();
  const isPassing = (error: unknown) => error instanceof CallFailure && !error.isAnswered;

  /** @throws what failed as it was thrown; HttpError `upstream-failed` when the service was not asked */
  return async <T>(sending: Sending<T>): Promise<T> => {
    try {
      if (!sending.call.isRepeatable) return (await attempt(sending)).value;
      budget.earn();
      const first = await attempt(sending).catch((error: unknown) => {
        if (isPassing(error) && mayRepeat(sending)) return undefined;
        throw error;
      });
      if (first && !(passingStatuses.has(first.status) && mayRepeat(sending))) return first.value;
      metrics.count('enfilade_upstream_retries_total', { service });
      return (await attempt(sending)).value;
    } catch (error) {
      throw error instanceof CallFailure ? error.cause : error;
    }
  };
}

/** Failures in a row. Unreachable, too late and 5xx are failures; a service that refuses (4xx) is there. */
const failureLimit = 5;
/** Then one call may try. */
const restMs = 10_000;

/** Keeps a service that fails again and again from being asked, so that nobody waits for it. */
function createCircuit({ clock, onChange }: { clock: Clock; onChange(isOpen: boolean): void }) {
  let failures = 0;
  /** Undefined while the service is asked as usual. */
  let restsUntil: number | undefined;
  let isOnTrial = false;

  const open = () => {
    restsUntil = clock.now() + restMs;
    onChange(true);
  };
  const countFailures = (outcome: CallFailure['outcome']) => {
    // A call of before the rest that ends within it changes nothing, nor does one that nobody waited for.
    if (restsUntil !== undefined || outcome === 'cancelled') return;
    failures = outcome === 'ok' ? 0 : failures + 1;
    if (failures >= failureLimit) open();
  };
  const endTrial = (outcome: CallFailure['outcome']) => {
    isOnTrial = false;
    // A trial that nobody waited for says nothing: the next call is one.
    if (outcome === 'cancelled') return;
    if (outcome !== 'ok') return open();
    failures = 0;
    restsUntil = undefined;
    onChange(false);
  };

  return {
    isClosed: () => restsUntil === undefined,
    /** Seconds until the service may be asked; 0 when it may be now. Nobody waits for the end of a trial. */
    restSeconds(): number {
      const restMs = (restsUntil ?? 0) - clock.now();
      return isOnTrial || restMs > 0 ? Math.max(1, Math.ceil(restMs / 1000)) : 0;
    },
    /** The service gets a call; the returned function records its end. */
    begin(): (outcome: CallFailure['outcome']) => void {
      isOnTrial = restsUntil !== undefined;
      return isOnTrial ? endTrial : countFailures;
    },
  };
}

/**
 * How often a service may be asked a second time: retries must not double the load of one that fails. Three retries at the start,
 * one more for five calls, ten saved at most: counted in fifths, so that sums stay exact.
 */
export function createRetryBudget() {
  let fifths = 15;
  return {
    /** A call was made for the first time. */
    earn() {
      fifths = Math.min(50, fifths + 1);
    },
    /** Spends one retry; false if none is left. */
    spend(): boolean {
      if (fifths < 5) return false;
      fifths -= 5;
      return true;
    },
  };
}

/** How long a call may take: a time of its own, or what is left of a deadline that others share and its owner ends. */
type CallLimit =
  | {
      limitMs: number;
      /** Ends the call: nobody waits for it any more. */
      signal?: AbortSignal | undefined;
      deadline?: undefined;
    }
  | { deadline: Deadline; limitMs?: undefined; signal?: undefined };

export type AskOptions<T> = CallLimit & {
  /** What is made of the answer; its HttpErrors are the call's. See `readJson` and `readStatus`. */
  read(response: UpstreamResponse): Promise<T>;
  /**
   * For an answer that is read while it comes, called with each piece: returns how many ms the next may take. Such a
   * call is counted when its headers have come, every other one when it was read.
   */
  onChunk?: (() => number) | undefined;
};

/**
 * The way out to one service. Redirects are never followed: an upstream must not choose whom we call. Outcomes are counted: after repeated
 * failures the service gets no calls for a while, and callers fail at once.
 */
export type Upstream = ReturnType<typeof createUpstream>;

/** @param closing aborted when the gateway closes */
function createUpstream(options: GuardedCallsOptions, closing: AbortSignal) {
  const { clock } = options;
  const send = createGuardedSend(options);
  /** A deadline that ends with the gateway, and with any of `parents`. */
  const startDeadline = (ms: number, parents: readonly AbortSignal[] = []) => createDeadline(clock, ms, [closing, ...parents]);
  /** Whatever failed under a deadline as an HttpError. */
  const toHttpError = (cause: unknown, deadline: Deadline) => {
    if (cause instanceof HttpError) return cause;
    if (closing.aborted) return new HttpError('busy', { retryAfterSeconds: 1, reason: 'this site is closing' });
    if (deadline.isExpired()) return new HttpError('upstream-timeout', { reason: 'took too long', cause });
    if (deadline.signal.aborted) return new HttpError('stale', { reason: 'nobody waited any more', cause });
    return new HttpError('upstream-failed', { reason: 'could not be reached or broke off', cause });
  };
  return {
    clock,
    startDeadline,
    toHttpError,
    /** @throws HttpError `upstream-timeout`, `stale` when `signal` ended it, `busy` when this site closes, what `read` threw, else `upstream-failed` */
    async ask<T>(call: UpstreamCall, { read, onChunk, ...limit }: AskOptions<T>): Promise<T> {
      const deadline = limit.deadline ?? startDeadline(limit.limitMs, limit.signal && [limit.signal]);
      try {
        if (!onChunk) return await send({ call, deadline, read });
        const asItIs = (response: UpstreamResponse) => response;
        return await read(await send({ call, deadline, read: asItIs, onChunk: () => deadline.extend(onChunk()) }));
      } catch (error) {
        throw toHttpError(error, deadline);
      } finally {
        if (deadline !== limit.deadline) deadline.end();
      }
    },
  };
}

/** Every service behind this site, each with a circuit and a retry budget of its own. */
export type Services = ReturnType<typeof createServices>;

/**
 * To one host. Two thousand visits may each hold a streamed answer of the guide, and its host also opens and ends the
 * calls of voice: twice as many, so that nobody waits for somebody else's answer to end, and still far fewer than a
 * process may hold open.
 */
const connections = 4096;

export function createServices(options: Pick<GuardedCallsOptions, 'clock' | 'metrics' | 'log'>) {
  // Each call has a deadline of its own.
  const agent = createProxyAgent({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  // One listener a call under way.
  setMaxListeners(0, closing.signal);
  const create = (service: ServiceName) => createUpstream({ ...options, service, agent }, closing.signal);
  const upstreams = Object.fromEntries(serviceNames.map((name) => [name, create(name)])) as Record<ServiceName, Upstream>;
  return {
    of: (name: ServiceName) => upstreams[name],
    /** Breaks off every call. */
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
