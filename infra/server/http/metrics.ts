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
/** `refused`: not called, because the circuit is open. `cancelled`: the caller left. */
export type CallOutcome = LabelValues<'enfilade_upstream_seconds'>['outcome'];
export type PaidWork = (typeof paidWork)[number];
/** In the order in which the limits are checked. */
export type SpendingLimit = LabelValues<'enfilade_refused_total'>['limit'];

/** The values of every label are limited, so that visitors cannot create series. */
export type Metrics = ReturnType<typeof createMetrics>;

const figureMetrics = [
  { name: 'usableMs', metric: 'enfilade_screen_usable_seconds', unit: 1_000 },
  { name: 'inpMs', metric: 'enfilade_screen_inp_seconds', unit: 1_000 },
  { name: 'shift', metric: 'enfilade_screen_shift', unit: 1 },
  { name: 'longTaskMs', metric: 'enfilade_screen_long_tasks_seconds', unit: 1_000 },
] as const;

/** All other methods are refused and share one series for each route. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const mostMuseums = 200;
const reasons = new Set(['no-passage', 'shortened', 'rated-down', 'dropped', 'number', 'name', 'negation', 'words', 'leaning', 'model']);

type Readings<Name extends NameOf<'gauge'>> = number | readonly { labels: LabelValues<Name>; value: number }[];

/** Empty if a label is `bounded`. */
function allLabels<Name extends MetricName>(name: Name): Record<LabelOf<Name>, string>[] {
  const { labels = {} } = factsOf(name);
  const all = Object.entries(labels).reduce<Record<string, string>[]>(
    (before, [label, values]) => (values === 'bounded' ? [] : before.flatMap((one) => values.map((value) => ({ ...one, [label]: value })))),
    [{}],
  );
  return all as Record<LabelOf<Name>, string>[];
}

/** Excludes prom-client's own metrics. */
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
      // Starts at 0, because Prometheus sees no increase in a series that starts at 1.
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
    count,
    observe,
    /** @param route the route's template, never a path @param ms until the answer was sent */
    answered(route: string, asked: string, status: number, ms: number) {
      const method = methods.has(asked) ? asked : 'other';
      observe('enfilade_http_seconds', { route, method, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    askedInVain(kind: 'question' | 'sentence', museumId: string, reason: string) {
      if (museums.size < mostMuseums) museums.add(museumId);
      const name = kind === 'question' ? 'enfilade_unanswered_total' : 'enfilade_dropped_sentences_total';
      count(name, { museum: museums.has(museumId) ? museumId : 'other', reason: reasons.has(reason) ? reason : 'other' });
    },
    /** @param of whether the version is published and whether a visit sent the report; timings count only from visits */
    reported({ remote: named, kind, vitals = {} }: ReportsRequest['reports'][number], of: { isKnown: boolean; ofVisit: boolean }) {
      const remote = of.isKnown ? named : 'other';
      count('enfilade_reports_total', { remote, kind });
      if (!of.ofVisit) return;
      for (const { name, unit, metric } of figureMetrics) {
        const value = vitals[name];
        if (value !== undefined) observe(metric, { remote }, value / unit);
      }
    },
    /** Reads the gauge at each scrape. Call `watch` once for each name. */
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
    /** Call once for each process. */
    watchProcess: () => collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 20 }),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Serves `/metrics` on an address of its own. Rejects with the system's error if the server cannot listen. */
export async function serveMetrics(metrics: Metrics, address: { host: string; port: number }): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(await metrics.text());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.port, address.host, resolve));
  return server;
}
