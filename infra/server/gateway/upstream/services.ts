import { setMaxListeners } from 'node:events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { Agent } from 'undici';
import { type Metrics, type ServiceName, serviceNames } from '../../http/metrics.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** Every service behind this site, each with a circuit and a retry budget of its own. */
export interface Services {
  of(name: ServiceName): Upstream;
  /** Breaks off every call. */
  close(): Promise<void>;
}

export interface ServicesOptions {
  clock: Clock;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/**
 * To one host. Two thousand visits may each hold a streamed answer of the guide, and its host also opens and ends the
 * calls of voice: twice as many, so that nobody waits for somebody else's answer to end, and still far fewer than a
 * process may hold open.
 */
const connections = 4096;

export function createServices({ clock, metrics, log }: ServicesOptions): Services {
  // Each call has a deadline of its own.
  const agent = new Agent({ connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  // One listener a call under way.
  setMaxListeners(0, closing.signal);
  const create = (service: ServiceName) => createUpstream({ service, agent, closing: closing.signal, clock, metrics, log });
  const upstreams = new Map(serviceNames.map((name) => [name, create(name)]));
  return {
    of(name) {
      const upstream = upstreams.get(name);
      if (!upstream) throw new TypeError(`There is no service ${name}`);
      return upstream;
    },
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}
