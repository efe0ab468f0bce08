import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Agent } from 'undici';
import type { CallOutcome, Metrics, ServiceName } from '../../http/metrics.ts';
import { CallFailure } from './call-failure.ts';
import { createCircuit } from './circuit.ts';
import { createRetryBudget } from './retry-budget.ts';
import { type Sending, sendCall } from './send-call.ts';

export interface GuardedCallsOptions {
  service: ServiceName;
  agent: Agent;
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/** Calls to one service, each behind its circuit and counted. */
export interface GuardedCalls {
  /** @throws what went wrong as it was thrown; GatewayFault `upstream-failed` when the service was not asked */
  once<T extends { status: number }>(sending: Sending<T>): Promise<T>;
  /** Asks again, once, where the service did not answer or said that it did nothing. Throws like `once`. */
  twice<T extends { status: number }>(sending: Sending<T>): Promise<T>;
}

/** Proxies in front of a service say so when it did not get the call, or is not there for now. */
const passingStatuses = new Set([502, 503, 504]);

export function createGuardedCalls({ service, agent, clock, metrics, log }: GuardedCallsOptions): GuardedCalls {
  const budget = createRetryBudget();
  const onChange = (isOpen: boolean) => {
    metrics.circuit(service, isOpen);
    log.warn({ upstream: service }, isOpen ? 'a service fails and is not asked for a while' : 'a service answers again');
  };
  const circuit = createCircuit({ service, clock, onChange });
  metrics.circuit(service, false);
  const count = (outcome: CallOutcome, startedAt: number) => metrics.called(service, outcome, clock.now() - startedAt);

  /** @throws CallFailure; GatewayFault when the service was not asked */
  const attempt = async <T extends { status: number }>(sending: Sending<T>): Promise<T> => {
    const startedAt = clock.now();
    try {
      const answer = await circuit.run(() => sendCall(agent, sending));
      count(answer.status < 500 ? 'ok' : 'failed', startedAt);
      return answer;
    } catch (error) {
      count(error instanceof CallFailure ? error.outcome : 'refused', startedAt);
      throw error;
    }
  };
  const mayRepeat = ({ deadline }: Sending<unknown>) => !deadline.signal.aborted && circuit.isClosed() && budget.take();

  return {
    once: (sending) => attempt(sending).catch(throwCause),
    async twice(sending) {
      budget.earn();
      try {
        const answer = await attempt(sending);
        if (!passingStatuses.has(answer.status) || !mayRepeat(sending)) return answer;
      } catch (error) {
        if (!(error instanceof CallFailure) || error.isAnswered || !mayRepeat(sending)) return throwCause(error);
      }
      metrics.retried(service);
      return attempt(sending).catch(throwCause);
    },
  };
}

function throwCause(error: unknown): never {
  throw error instanceof CallFailure ? error.cause : error;
}
