import { createServer, type Server } from 'node:http';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { factsOf, type LabelOf, type LabelValues, type MetricName, type NameOf, type paidWork, type serviceNames } from './metric-list.ts';

export type ServiceName = (typeof serviceNames)[number];
/** `refused`: not asked at all, its circuit is open. `cancelled`: the caller had left. */
export type CallOutcome = LabelValues<'enfilade_upstream_seconds'>['outcome'];
export type PaidWork = (typeof paidWork)[number];
/** Why a paid call was not made, in the order in which the buckets are asked. */
export type SpendingLimit = LabelValues<'enfilade_refused_total'>['limit'];

/** What operators' dashboards read. Every label comes from a list of this code, so that no visitor can make series. */
export type Metrics = ReturnType<typeof createMetrics>;

/** What browsers measure, in seconds where it is a time. */
const figureMetrics = [
  { name: 'usableMs', metric: 'enfilade_screen_usable_seconds', unit: 1_000 },
  { name: 'inpMs', metric: 'enfilade_screen_inp_seconds', unit: 1_000 },
  { name: 'shift', metric: 'enfilade_screen_shift', unit: 1 },
  { name: 'longTaskMs', metric: 'enfilade_screen_long_tasks_seconds', unit: 1_000 },
] as const;

/** Others are refused everywhere; together they make one series a route. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** With a series of their own for each reason. */
const mostMuseums = 200;
const reasons = new Set(['no-passage', 'shortened', 'rated-down', 'dropped', 'number', 'name', 'negation', 'words', 'leaning', 'model']);

/** A value of a gauge, or one for each set of labels. */
type Readings<Name extends NameOf<'gauge'>> = number | readonly { labels: LabelValues<Name>; value: number }[];

/** All there can be; none where a label is open. */
function allLabels<Name extends MetricName>(name: Name): Record<LabelOf<Name>, string>[] {
  const { labels = {} } = factsOf(name);
  const all = Object.entries(labels).reduce<Record<string, string>[]>(
    (before, [label, values]) => (values === 'bounded' ? [] : before.flatMap((one) => values.map((value) => ({ ...one, [label]: value })))),
    [{}],
  );
  return all as Record<LabelOf<Name>, string>[];
}

export function createMetrics() {
  const register = new Registry();
  const given = <Name extends MetricName>(name: Name) => {
    const { help, labels = {}, buckets } = factsOf(name);
    return {
      name,
      help,
      labelNames: Object.keys(labels) as LabelOf<Name>[],
      ...(buckets && { buckets: [...buckets] }),
      registers: [register],
    };
  };
  const counter = <Name extends NameOf<'counter'>>(name: Name) => {
    const made = new Counter<LabelOf<Name>>(given(name));
    // What was never counted is 0: Prometheus sees no increase where a series begins.
    for (const labels of allLabels(name)) made.inc(labels, 0);
    return made;
  };
  const gauge = <Name extends NameOf<'gauge'>>(name: Name) => new Gauge<LabelOf<Name>>(given(name));
  const histogram = <Name extends NameOf<'histogram'>>(name: Name) => new Histogram<LabelOf<Name>>(given(name));
  const answers = histogram('enfilade_http_seconds');
  const sheds = counter('enfilade_shed_total');
  const visits = counter('enfilade_visits_total');
  const replies = counter('enfilade_answers_total');
  const firstWords = histogram('enfilade_first_word_seconds');
  const firstSounds = histogram('enfilade_first_sound_seconds');
  const openings = counter('enfilade_calls_total');
  const asked = { question: counter('enfilade_unanswered_total'), sentence: counter('enfilade_dropped_sentences_total') };
  const calls = histogram('enfilade_upstream_seconds');
  const retries = counter('enfilade_upstream_retries_total');
  const circuits = gauge('enfilade_circuit_open');
  const spendings = counter('enfilade_spent_cents_total');
  const refunds = counter('enfilade_refunded_cents_total');
  const refusals = counter('enfilade_refused_total');
  const reports = counter('enfilade_reports_total');
  const felt = figureMetrics.map(({ metric, ...of }) => ({ ...of, figure: histogram(metric) }));
  const screenVisits = counter('enfilade_screen_visits_total');
  const journal = histogram('enfilade_journal_seconds');
  const changes = counter('enfilade_registry_changes_total');
  const halts = counter('enfilade_rollouts_halted_total');
  const museums = new Set<string>();
  return {
    /** @param route the route's template, never a path. @param milliseconds until the answer was sent */
    answered(route: string, asked: string, status: number, ms: number) {
      const method = methods.has(asked) ? asked : 'other';
      answers.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    /** Requests turned away because there is more to do than can be done in time. */
    shed: () => sheds.inc(),
    visitBegan: () => visits.inc(),
    replied: (outcome: LabelValues<'enfilade_answers_total'>['outcome']) => replies.inc({ outcome }),
    firstWord: (ms: number) => firstWords.observe(ms / 1000),
    firstSound: (way: LabelValues<'enfilade_first_sound_seconds'>['way'], ms: number) => firstSounds.observe({ way }, ms / 1000),
    /** `busy`: no slot was free, or no money left. */
    callAsked: (outcome: LabelValues<'enfilade_calls_total'>['outcome']) => openings.inc({ outcome }),
    /** @param museumId of a museum that exists */
    askedInVain(kind: keyof typeof asked, museumId: string, reason: string) {
      if (museums.size < mostMuseums) museums.add(museumId);
      asked[kind].inc({ museum: museums.has(museumId) ? museumId : 'other', reason: reasons.has(reason) ? reason : 'other' });
    },
    called: (service: ServiceName, outcome: CallOutcome, ms: number) => calls.observe({ service, outcome }, ms / 1000),
    retried: (service: ServiceName) => retries.inc({ service }),
    circuit: (service: ServiceName, isOpen: boolean) => circuits.set({ service }, isOpen ? 1 : 0),
    /** @param microCents millionths of a cent, as estimated or as the service counted */
    spent: (work: PaidWork, microCents: number) => spendings.inc({ work }, microCents / 1_000_000),
    /** @param microCents of those that were spent by estimate */
    refunded: (work: PaidWork, microCents: number) => refunds.inc({ work }, microCents / 1_000_000),
    refused: (work: PaidWork, limit: SpendingLimit) => refusals.inc({ work, limit }),
    /** @param of anybody may say anything: whether that version was published; what was felt is believed of visits alone */
    reported({ remote: named, kind, vitals = {} }: ReportsRequest['reports'][number], of: { isKnown: boolean; ofVisit: boolean }) {
      const remote = of.isKnown ? named : 'other';
      reports.inc({ remote, kind });
      if (!of.ofVisit) return;
      for (const { name, unit, figure } of felt) {
        const value = vitals[name];
        if (value !== undefined) figure.observe({ remote }, value / unit);
      }
    },
    /** @param named a remote that was published */
    screenVisited: (remote: string, outcome: LabelValues<'enfilade_screen_visits_total'>['outcome']) =>
      screenVisits.inc({ remote, outcome }),
    journalUsed: (operation: 'read' | 'append', outcome: 'ok' | 'failed', ms: number) => journal.observe({ operation, outcome }, ms / 1000),
    registryChanged: (action: LabelValues<'enfilade_registry_changes_total'>['action']) => changes.inc({ action }),
    rolloutHalted: (reason: LabelValues<'enfilade_rollouts_halted_total'>['reason']) => halts.inc({ reason }),
    /** A gauge that is read whenever the metrics are. Once a name. */
    watch<Name extends NameOf<'gauge'>>(name: Name, read: () => Readings<Name> | Promise<Readings<Name>>) {
      new Gauge<LabelOf<Name>>({
        ...given(name),
        async collect() {
          this.reset();
          const readings = await Promise.resolve()
            .then(read)
            .catch(() => []);
          if (typeof readings === 'number') this.set(readings);
          else for (const { labels, value } of readings) this.set(labels, value);
        },
      });
    },
    /** Adds what is known of this process, its event loop and its memory, until it ends: once a process. */
    watchProcess: () => collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 20 }),
    /** Prometheus' text format. */
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** `/metrics` alone, where visitors do not reach it. Rejects with what the system says when it cannot listen. */
export async function serveMetrics(metrics: Metrics, address: { host: string; port: number }): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(await metrics.text());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.port, address.host, resolve));
  return server;
}
