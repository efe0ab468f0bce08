import { setMaxListeners } from 'node:events';
import { HttpError } from '../../http/http-error.ts';
import { serviceNames } from '../../http/metric-list.ts';
import type { ServiceName } from '../../http/metrics.ts';
import { createProxyAgent } from '../../http/proxy-agent.ts';
import { createGuardedCalls, type GuardedCallsOptions } from './guarded-calls.ts';
import type { UpstreamResponse } from './response.ts';
import type { UpstreamCall } from './send-call.ts';
import { createDeadline, type Deadline } from './send-call.ts';

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
 * The way out to one service. Redirects are never followed: an upstream must not choose whom we call. What became of
 * a call is counted; a service that fails again and again is not asked for a while, and anybody who asks is told so at once.
 */
export type Upstream = ReturnType<typeof createUpstream>;

export interface UpstreamOptions extends GuardedCallsOptions {
  /** Aborted when the gateway closes. */
  closing: AbortSignal;
}

export function createUpstream({ closing, ...options }: UpstreamOptions) {
  const { clock } = options;
  const calls = createGuardedCalls(options);
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
        if (!onChunk) return await calls.send({ call, deadline, read });
        const response = await calls.send({ call, deadline, read: asItIs, onChunk: () => deadline.extend(onChunk()) });
        return await read(response);
      } catch (error) {
        throw toHttpError(error, deadline);
      } finally {
        if (deadline !== limit.deadline) deadline.end();
      }
    },
  };
}

const asItIs = (response: UpstreamResponse) => response;

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
  const create = (service: ServiceName) => createUpstream({ ...options, service, agent, closing: closing.signal });
  const upstreams = new Map(serviceNames.map((name) => [name, create(name)]));
  return {
    of(name: ServiceName): Upstream {
      const upstream = upstreams.get(name);
      if (!upstream) throw new TypeError(`There is no service ${name}`);
      return upstream;
    },
    /** Breaks off every call. */
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
