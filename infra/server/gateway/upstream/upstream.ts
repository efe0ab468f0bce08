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

/** Statuses of proxies whose service did not get the call or is temporarily unavailable. */
const passingStatuses = new Set([502, 503, 504]);

function createGuardedSend({ service, agent, clock, metrics, log }: GuardedCallsOptions) {
  const budget = createRetryBudget();
  const onChange = (isOpen: boolean) => {
    metrics.set('enfilade_circuit_open', { service }, Number(isOpen));
    log.warn({ upstream: service }, isOpen ? 'a service fails and gets no calls for a while' : 'a service answers again');
  };
  const circuit = createCircuit({ clock, onChange });
  metrics.set('enfilade_circuit_open', { service }, 0);

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

  /** @throws the cause of the failure; HttpError `upstream-failed` if the circuit is open */
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

/** Failures in a row that open the circuit: broken connections, timeouts and 5xx, but not 4xx. */
const failureLimit = 5;
const restMs = 10_000;

function createCircuit({ clock, onChange }: { clock: Clock; onChange(isOpen: boolean): void }) {
  let failures = 0;
  /** Undefined while the circuit is closed. */
  let restsUntil: number | undefined;
  let isOnTrial = false;

  const open = () => {
    restsUntil = clock.now() + restMs;
    onChange(true);
  };
  const countFailures = (outcome: CallFailure['outcome']) => {
    // A call that began before the rest and ends within it changes nothing, nor does a cancelled call.
    if (restsUntil !== undefined || outcome === 'cancelled') return;
    failures = outcome === 'ok' ? 0 : failures + 1;
    if (failures >= failureLimit) open();
  };
  const endTrial = (outcome: CallFailure['outcome']) => {
    isOnTrial = false;
    // A cancelled trial has no result: the next call is the trial.
    if (outcome === 'cancelled') return;
    if (outcome !== 'ok') return open();
    failures = 0;
    restsUntil = undefined;
    onChange(false);
  };

  return {
    isClosed: () => restsUntil === undefined,
    /** 0 if the service may be called now. During a trial other calls are refused. */
    restSeconds(): number {
      const restMs = (restsUntil ?? 0) - clock.now();
      return isOnTrial || restMs > 0 ? Math.max(1, Math.ceil(restMs / 1000)) : 0;
    },
    /** Records the start of a call; the returned function records its end. */
    begin(): (outcome: CallFailure['outcome']) => void {
      isOnTrial = restsUntil !== undefined;
      return isOnTrial ? endTrial : countFailures;
    },
  };
}

/** Retries must not double the load of a failing service. Counted in fifths, so that sums stay exact. */
export function createRetryBudget() {
  let fifths = 15;
  return {
    earn() {
      fifths = Math.min(50, fifths + 1);
    },
    /** False if no retry is left. */
    spend(): boolean {
      if (fifths < 5) return false;
      fifths -= 5;
      return true;
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

/** @param closing aborts when the gateway closes */
function createUpstream(options: GuardedCallsOptions, closing: AbortSignal) {
  const { clock } = options;
  const send = createGuardedSend(options);
  /** The deadline ends with the gateway, and with any of `parents`. */
  const startDeadline = (ms: number, parents: readonly AbortSignal[] = []) => createDeadline(clock, ms, [closing, ...parents]);
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
    /** @throws HttpError `upstream-timeout`, `stale` for `signal`, `busy` if this site closes, what `read` threw, else `upstream-failed` */
    async ask<T>(call: UpstreamCall, { limitMs, signal, read, onChunk }: AskOptions<T>): Promise<T> {
      const deadline = startDeadline(limitMs, signal && [signal]);
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

/** Each service has its own circuit and retry budget. */
export type Services = ReturnType<typeof createServices>;

/**
 * Two thousand visits may each hold a streamed answer of one host. Twice that number lets no call wait, and stays far below the limit of
 * open files.
 */
const connections = 4096;

export function createServices(options: Pick<GuardedCallsOptions, 'clock' | 'metrics' | 'log'>) {
  // Each call has a deadline of its own in place of undici's timeouts.
  const agent = createProxyAgent({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  // Each running call adds a listener.
  setMaxListeners(0, closing.signal);
  const create = (service: ServiceName) => createUpstream({ ...options, service, agent }, closing.signal);
  const upstreams = Object.fromEntries(serviceNames.map((name) => [name, create(name)])) as Record<ServiceName, Upstream>;
  return {
    of: (name: ServiceName) => upstreams[name],
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
