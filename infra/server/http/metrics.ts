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
export type Metrics = ReturnType<typeof createMetrics>;

/** Others are refused everywhere; together they make one series a route. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** With a series of their own for each reason. */
const mostMuseums = 200;
const reasons = new Set(['no-passage', 'shortened', 'rated-down', 'dropped', 'number', 'name', 'negation', 'words', 'leaning', 'model']);

/** Seconds: from a cached read to the longest answer of a guide. */
const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

export function createMetrics() {
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
  const refunds = new Counter({
    name: 'enfilade_refunded_cents_total',
    help: 'Estimated as spent; the service counted less',
    labelNames: ['work'],
    registers,
  });
  const refusals = new Counter({ name: 'enfilade_refused_total', help: 'Paid calls not made', labelNames: ['work', 'limit'], registers });
  const labelNames = ['museum', 'reason'];
  const asked = {
    question: new Counter({ name: 'enfilade_unanswered_total', help: 'Questions without a good answer', labelNames, registers }),
    sentence: new Counter({ name: 'enfilade_dropped_sentences_total', help: 'Sentences the check dropped', labelNames, registers }),
  };
  const museums = new Set<string>();
  const sheds = new Counter({ name: 'enfilade_shed_total', help: 'Requests turned away under overload', registers });
  return {
    /** @param route the route's template, never a path. @param milliseconds until the answer was sent */
    answered(route: string, asked: string, status: number, ms: number) {
      const method = methods.has(asked) ? asked : 'other';
      answers.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    called: (service: ServiceName, outcome: CallOutcome, ms: number) => calls.observe({ service, outcome }, ms / 1000),
    retried: (service: ServiceName) => retries.inc({ service }),
    circuit: (service: ServiceName, isOpen: boolean) => circuits.set({ service }, isOpen ? 1 : 0),
    /** @param microCents millionths of a cent, as estimated or as the service counted */
    spent: (work: PaidWork, microCents: number) => spendings.inc({ work }, microCents / 1_000_000),
    /** @param microCents of those that were spent by estimate */
    refunded: (work: PaidWork, microCents: number) => refunds.inc({ work }, microCents / 1_000_000),
    refused: (work: PaidWork, limit: SpendingLimit) => refusals.inc({ work, limit }),
    /** @param museumId of a museum that exists */
    askedInVain(kind: keyof typeof asked, museumId: string, reason: string) {
      if (museums.size < mostMuseums) museums.add(museumId);
      asked[kind].inc({ museum: museums.has(museumId) ? museumId : 'other', reason: reasons.has(reason) ? reason : 'other' });
    },
    /** Requests turned away because there is more to do than can be done in time. */
    shed: () => sheds.inc(),
    /** Prometheus' text format. */
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}
