import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { type CallEnd, ShortDeadline } from './call-end.ts';
import { createGuardedCalls, type GuardedCallsOptions } from './guarded-calls.ts';
import { readAnswer } from './read-body.ts';
import type { UpstreamAnswer, UpstreamCall, UpstreamStream } from './upstream-call.ts';

export interface CallLimit {
  ms: number;
  /** Ends the call: nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/**
 * The way out to one service. Redirects are never followed: an upstream must not choose whom we call. What became of
 * a call is counted, a stream's when its headers have come; a service that fails again and again is not asked for a
 * while, and whoever asks is told so at once.
 */
export interface Upstream {
  /** @throws GatewayFault `upstream-timeout`, `stale` when `signal` ended it, else `upstream-failed` when nothing usable came back. */
  call(call: UpstreamCall, limit: CallLimit): Promise<UpstreamAnswer>;
  /** Hands over the body while it comes. Errors are for `rethrow`; whoever made the deadline ends it. */
  open(call: UpstreamCall, deadline: Deadline): Promise<UpstreamStream>;
  /** A deadline that ends with the gateway, and with any of `parents`. */
  startDeadline(ms: number, parents?: readonly AbortSignal[]): Deadline;
  /** Rethrows whatever went wrong on the way as a GatewayFault. */
  rethrow(cause: unknown, deadline: CallEnd): never;
  readonly clock: Clock;
}

export interface UpstreamOptions extends GuardedCallsOptions {
  /** Aborted when the gateway closes. */
  closing: AbortSignal;
}

export function createUpstream({ closing, ...options }: UpstreamOptions): Upstream {
  const { clock } = options;
  const calls = createGuardedCalls(options);
  const startDeadline: Upstream['startDeadline'] = (ms, parents = []) => createDeadline(clock, ms, [closing, ...parents]);
  const rethrow: Upstream['rethrow'] = (cause, deadline) => {
    if (cause instanceof GatewayFault) throw cause;
    if (closing.aborted) throw new GatewayFault('busy', { retryAfterSeconds: 1, reason: 'this site is closing' });
    if (deadline.isExpired()) throw new GatewayFault('upstream-timeout', { reason: 'took too long', cause });
    if (deadline.signal.aborted) throw new GatewayFault('stale', { reason: 'nobody waited any more', cause });
    throw new GatewayFault('upstream-failed', { reason: 'could not be reached or broke off', cause });
  };
  return {
    clock,
    startDeadline,
    rethrow,
    open: (call, deadline) => calls.once({ call, deadline, take: asItIs }),
    async call(call, { ms, signal }) {
      const deadline = new ShortDeadline(clock, ms, signal);
      try {
        const sending = { call, deadline, take: readAnswer };
        return await (call.isRepeatable ? calls.twice(sending) : calls.once(sending));
      } catch (error) {
        return rethrow(error, deadline);
      } finally {
        deadline.end();
      }
    },
  };
}

const asItIs = (answer: UpstreamStream) => answer;
