import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoffFactory,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { CallFailure } from './call-failure.ts';

/** Keeps a service that fails again and again from being asked, so that nobody waits for it. */
export interface Circuit {
  isClosed(): boolean;
  /** @throws GatewayFault `upstream-failed` at once while the service rests; else what `attempt` threw */
  run<T extends { status: number }>(attempt: () => Promise<T>): Promise<T>;
}

export interface CircuitOptions {
  service: string;
  clock: Clock;
  onChange(isOpen: boolean): void;
}

/** Failures in a row. Unreachable, too late and 5xx are failures; a service that refuses (4xx) is there. */
const failureLimit = 5;
/** Then one call may try. */
const restMs = 10_000;

export function createCircuit({ service, clock, onChange }: CircuitOptions): Circuit {
  let restsUntil = 0;
  const isTrial = () => breaker.state === CircuitState.HalfOpen;
  // A trial that nobody waited for says nothing: the next call is one.
  const counts = ({ outcome }: CallFailure) => outcome !== 'cancelled' || isTrial();
  /** The library knows the time of day alone; this makes a rest as long as the clock of this site says. */
  const rest: IBackoffFactory<IHalfOpenAfterBackoffContext> = {
    next({ result }) {
      const isUntold = 'error' in result && result.error instanceof CallFailure && result.error.outcome === 'cancelled';
      const until = clock.now() + (isUntold ? 0 : restMs);
      restsUntil = until;
      return {
        get duration() {
          return clock.now() < until ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
        },
        next: rest.next,
      };
    },
  };
  const policy = handleWhen((error) => error instanceof CallFailure && counts(error)).orWhenResult(
    (answer) => (answer as { status: number }).status >= 500,
  );
  const breaker = circuitBreaker(policy, { breaker: new ConsecutiveBreaker(failureLimit), halfOpenAfter: rest });
  breaker.onBreak(() => onChange(true));
  breaker.onReset(() => onChange(false));
  return {
    isClosed: () => breaker.state === CircuitState.Closed,
    async run(attempt) {
      // The library would have callers wait for the end of a trial.
      if (isTrial() || (breaker.state === CircuitState.Open && clock.now() < restsUntil)) {
        const retryAfterSeconds = Math.max(1, Math.ceil((restsUntil - clock.now()) / 1000));
        throw new GatewayFault('upstream-failed', {
          retryAfterSeconds,
          reason: `${service} failed too often and is not asked for a while`,
        });
      }
      return breaker.execute(attempt);
    },
  };
}
