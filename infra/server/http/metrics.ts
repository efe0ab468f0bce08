import { createServer, type Server } from 'node:http';
import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  factsOf,
  type LabelOf,
  type LabelValues,
  type MetricFacts,
  type MetricName,
  metricList,
  type NameOf,
  type paidWork,
  type serviceNames,
} from './metric-list.ts';

export type ServiceName = (typeof serviceNames)[number];
/** `refused`: not asked at all, its circuit is open. `cancelled`: the caller had left. */
export type CallOutcome = LabelValues<'enfilade_upstream_seconds'>['outcome'];
export type PaidWork = (typeof paidWork)[number];
/** Why a paid call was not made, in the order in which the buckets are asked. */
export type SpendingLimit = LabelValues<'enfilade_refused_total'>['limit'];

/** What operators' dashboards read. Every label comes from a list of this code, so that no visitor can make series. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Measurements of browsers, times in seconds. */
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

/** All possible values; empty if a label is open. */
function allLabels<Name extends MetricName>(name: Name): Record<LabelOf<Name>, string>[] {
  const { labels = {} } = factsOf(name);
  const all = Object.entries(labels).reduce<Record<string, string>[]>(
    (before, [label, values]) => (values === 'bounded' ? [] : before.flatMap((one) => values.map((value) => ({ ...one, [label]: value })))),
    [{}],
  );
  return all as Record<LabelOf<Name>, string>[];
}

/** Those of the list that this site counts itself. */
const namesOf = <Type extends MetricFacts['type']>(type: Type) =>
  (Object.keys(metricList) as NameOf<Type>[]).filter((name) => factsOf(name).type === type && name.startsWith('enfilade_'));

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
  const counters = new Map(
    namesOf('counter').map((name) => {
      const made = new Counter<string>(given(name));
      // What was never counted is 0: Prometheus sees no increase in a series that starts at 1.
      for (const labels of allLabels(name)) made.inc(labels, 0);
      return [name, made];
    }),
  );
  const histograms = new Map(namesOf('histogram').map((name) => [name, new Histogram<string>(given(name))]));
  const count = <Name extends NameOf<'counter'>>(name: Name, labels: LabelValues<Name>, by = 1) => counters.get(name)?.inc(labels, by);
  const observe = <Name extends NameOf<'histogram'>>(name: Name, labels: LabelValues<Name>, value: number) =>
    histograms.get(name)?.observe(labels, value);
  const museums = new Set<string>();
  return {
    /** Adds to a counter of the list. */
    count,
    /** Adds a value to a histogram of the list, in the unit of its name. */
    observe,
    /** @param route the route's template, never a path. @param milliseconds until the answer was sent */
    answered(route: string, asked: string, status: number, ms: number) {
      const method = methods.has(asked) ? asked : 'other';
      observe('enfilade_http_seconds', { route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    /** @param museumId of a museum that exists */
    askedInVain(kind: 'question' | 'sentence', museumId: string, reason: string) {
      if (museums.size < mostMuseums) museums.add(museumId);
      const name = kind === 'question' ? 'enfilade_unanswered_total' : 'enfilade_dropped_sentences_total';
      count(name, { museum: museums.has(museumId) ? museumId : 'other', reason: reasons.has(reason) ? reason : 'other' });
    },
    /** @param of anybody may say anything: whether that version was published; what was felt is believed of visits alone */
    reported({ remote: named, kind, vitals = {} }: ReportsRequest['reports'][number], of: { isKnown: boolean; ofVisit: boolean }) {
      const remote = of.isKnown ? named : 'other';
      count('enfilade_reports_total', { remote, kind });
      if (!of.ofVisit) return;
      for (const { name, unit, metric } of figureMetrics) {
        const value = vitals[name];
        if (value !== undefined) observe(metric, { remote }, value / unit);
      }
    },
    /** Sets a gauge of the list that is not read by `watch`. */
    set<Name extends NameOf<'gauge'>>(name: Name, labels: LabelValues<Name>, value: number) {
      const gauge = (register.getSingleMetric(name) as Gauge<string> | undefined) ?? new Gauge<string>(given(name));
      gauge.set(labels, value);
    },
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
