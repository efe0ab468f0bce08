import { createTurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { afterEach, beforeEach } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { createMetrics, type Metrics } from '../../http/metrics.ts';
import { createServices, type Services } from '../upstream/upstream.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

export function openServices() {
  const clock = createTurnableClock();
  const logged: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void logged.push(line) } });
  let server: ScriptedServer;
  let metrics: Metrics;
  let services: Services;
  beforeEach(async () => {
    logged.length = 0;
    server = await startScriptedServer();
    metrics = createMetrics();
    services = createServices({ clock, metrics, log });
  });
  afterEach(async () => {
    await services.close();
    await server.close();
  });
  return {
    clock,
    log,
    logged,
    get server() {
      return server;
    },
    get metrics() {
      return metrics;
    },
    get services() {
      return services;
    },
  };
}
