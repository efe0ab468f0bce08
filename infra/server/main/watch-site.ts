import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { createMetrics, type Metrics, serveMetrics } from '../http/metrics.ts';
import { openTraces } from '../http/tracing.ts';
import { recordNames } from '../registry/actions/actions.ts';
import type { Registry } from '../registry/registry.ts';
import type { SiteSettings } from './settings.ts';
import { listenErrorOf, StartError } from './start-errors.ts';

interface WatchOptions {
  settings: SiteSettings;
  /** Default: new metrics without those of the process. */
  metrics?: Metrics;
  log: FastifyBaseLogger;
}

/** The metrics have their own port if METRICS_PORT is set. */
export async function openWatch({ settings, metrics = createMetrics(), log }: WatchOptions) {
  const { METRICS_PORT: port, METRICS_HOST, HOST, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  const traces = endpoint === undefined ? undefined : await openTraces({ endpoint, log });
  let server: Server | undefined;
  return {
    metrics,
    traces,
    hidesMetrics: port !== undefined,
    /** The changes come from any gateway. */
    follow(registry: Registry): void {
      metrics.watch('enfilade_journal_records', () => registry.size().records);
      // Starts at 0, because Prometheus sees no increase in a series that starts at 1.
      for (const action of recordNames) metrics.count('enfilade_registry_changes_total', { action }, 0);
      metrics.watch('enfilade_rollouts_running', () => registry.size().running);
      registry.onChange(({ action, payload }) => {
        metrics.count('enfilade_registry_changes_total', { action });
        if (action === 'rollout-halted') metrics.count('enfilade_rollouts_halted_total', { reason: payload.reason });
      });
    },
    /** @returns the port; undefined if METRICS_PORT is not set. @throws StartError */
    async listen(): Promise<number | undefined> {
      if (port === undefined) return undefined;
      const host = METRICS_HOST ?? HOST;
      server = await serveMetrics(metrics, { host, port }).catch((error: unknown) => {
        const problem = listenErrorOf(error, { HOST: host, PORT: port });
        throw problem ? new StartError(problem.message.replace(/\b(?=PORT|HOST)/g, 'METRICS_')) : error;
      });
      return (server.address() as AddressInfo).port;
    },
    async close(): Promise<void> {
      server?.close();
      await traces?.close();
    },
  };
}
