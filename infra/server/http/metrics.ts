import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The services behind this site, by what they do here. */
export const serviceNames = [
  'middleware',
  'knowledge-base',
  'settings',
  'guide',
  'voice',
  'language-model',
  'transcription',
  'speech',
  'call-machine',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** `refused`: not asked at all, its circuit is open. `cancelled`: the caller had left. */
export type CallOutcome = 'ok' | 'failed' | 'timeout' | 'refused' | 'cancelled';

/** What each paid call is for. */
export const paidWork = ['chat', 'questions', 'transcription', 'speech', 'voice'] as const;
export type PaidWork = (typeof paidWork)[number];

/** Why a paid call was not made, in the order in which the buckets are asked. */
export type SpendingLimit = 'concurrent' | 'visit' | 'address' | 'museum' | 'site';

/** What operators' dashboards read. Every label comes from a list of this code, so that no visitor can make series. */
export interface Metrics {
  /** @param route the route's template, never a path. @param milliseconds until the answer was sent */
  answered(route: string, method: string, status: number, milliseconds: number): void;
  called(service: ServiceName, outcome: CallOutcome, milliseconds: number): void;
  retried(service: ServiceName): void;
  circuit(service: ServiceName, isOpen: boolean): void;
  /** @param microCents millionths of a cent, as estimated before the call */
  spent(work: PaidWork, microCents: number): void;
  refused(work: PaidWork, limit: SpendingLimit): void;
  /** Requests turned away because there is more to do than can be done in time. */
  shed(): void;
  /** Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Others are refused everywhere; together they make one series a route. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Seconds: from a cached read to the longest answer of a guide. */
const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  const answers = new Histogram({
    name: 'enfilade_http_seconds',
    help: 'Answers by route',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  });
  const calls = new Histogram({
    name: 'enfilade_upstream_seconds',
    help: 'Calls to services',
    labelNames: ['service', 'outcome'],
    buckets: seconds,
    registers,
  });
  const retries = new Counter({ name: 'enfilade_upstream_retries_total', help: 'Calls made again', labelNames: ['service'], registers });
  const circuits = new Gauge({ name: 'enfilade_circuit_open', help: '1: not asked for now', labelNames: ['service'], registers });
  const spendings = new Counter({ name: 'enfilade_spent_cents_total', help: 'Estimated', labelNames: ['work'], registers });
  const refusals = new Counter({ name: 'enfilade_refused_total', help: 'Paid calls not made', labelNames: ['work', 'limit'], registers });
  const sheds = new Counter({ name: 'enfilade_shed_total', help: 'Requests turned away under overload', registers });
  return {
    answered(route, asked, status, ms) {
      const method = methods.has(asked) ? asked : 'other';
      answers.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    called: (service, outcome, ms) => calls.observe({ service, outcome }, ms / 1000),
    retried: (service) => retries.inc({ service }),
    circuit: (service, isOpen) => circuits.set({ service }, isOpen ? 1 : 0),
    spent: (work, microCents) => spendings.inc({ work }, microCents / 1_000_000),
    refused: (work, limit) => refusals.inc({ work, limit }),
    shed: () => sheds.inc(),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
