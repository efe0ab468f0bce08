import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';

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

export const paidWork = ['chat', 'questions', 'translations', 'transcription', 'speech', 'voice'] as const;

/** Some of the problems that `/readyz` names do not make the site unready. */
export const problemKinds = ['middleware', 'pins', 'journal', 'artifacts', 'settings-files', 'state', 'bucket', 'settings'] as const;

const reportKinds = [
  'loaded',
  'failed',
  'slow',
  'render-error',
  'violation',
  'vitals',
  'error',
] as const satisfies ReportsRequest['reports'][number]['kind'][];

type Labels = Readonly<Record<string, readonly string[] | 'bounded'>>;
type NoLabels = Record<never, never>;

/** The build writes the dashboard and the alert rules from these fields. */
export interface MetricFacts {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Values of each label; `bounded` if the code limits the number of values without a list. */
  labels?: Labels;
  buckets?: readonly number[];
  about: 'requests' | 'conversations' | 'services' | 'money' | 'releases' | 'process';
  /** True for a gauge that all gateways count together: the dashboard shows the largest value, not the sum. */
  isOfSite?: true;
}

const counter = <const Given extends Labels = NoLabels>(help: string, labels: Given = {} as Given) =>
  ({ type: 'counter', help, labels }) as const;
const gauge = <const Given extends Labels = NoLabels>(help: string, labels: Given = {} as Given) =>
  ({ type: 'gauge', help, labels }) as const;
const gaugeOfSite = <const Given extends Labels = NoLabels>(help: string, labels: Given = {} as Given) =>
  ({ type: 'gauge', help, labels, isOfSite: true }) as const;
const histogram = <const Given extends Labels = NoLabels>(help: string, buckets: readonly number[], labels: Given = {} as Given) =>
  ({ type: 'histogram', help, labels, buckets }) as const;

/** Adds the heading of the dashboard to the metrics. */
const about = <const About extends MetricFacts['about'], Metrics extends Record<string, Omit<MetricFacts, 'about'>>>(
  heading: About,
  metrics: Metrics,
) => {
  const all = Object.entries(metrics).map(([name, metric]) => [name, { ...metric, about: heading }]);
  return Object.fromEntries(all) as { [Name in keyof Metrics]: Metrics[Name] & { about: About } };
};

/** Seconds: from a cached read to the longest answer of a guide. */
const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Limit for the first sound in the objective of `infra/tooling/watching/alerts.ts`. */
export const firstSoundSeconds = 2;

/** Target share of a screen's visits in a week that have no error of the screen. */
export const errorTarget = 0.995;

const remote = 'bounded';
const ofMuseum = { museum: 'bounded', reason: 'bounded' } as const;

export const metricList = {
  ...about('requests', {
    enfilade_http_seconds: histogram('Answers by route', seconds, { route: 'bounded', method: 'bounded', status: 'bounded' }),
    enfilade_requests_in_flight: gauge('Requests under way, open streams included'),
    enfilade_shed_total: counter('Requests refused under overload'),
    enfilade_visits_total: counter('Visits that began'),
    enfilade_problem: gaugeOfSite('1 if /readyz reports the problem', { of: problemKinds }),
  }),
  ...about('conversations', {
    enfilade_answers_total: counter('Answers to typed questions', { outcome: ['answered', 'failed', 'abandoned'] }),
    enfilade_first_word_seconds: histogram('From a typed question to the first words of its answer', [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]),
    enfilade_first_sound_seconds: histogram(
      'First sound: after the words of a call on our own platform, or after the request to read aloud',
      [0.1, 0.25, 0.5, 1, 1.5, firstSoundSeconds, 3, 5, 10],
      { way: ['call', 'reading'] },
    ),
    enfilade_calls_total: counter('Requested calls', { outcome: ['opened', 'busy', 'failed'] }),
    enfilade_voice_slots: gaugeOfSite('Slots for talking: leased, all, and waiting visits', { state: ['leased', 'waiting', 'all'] }),
    enfilade_unanswered_total: counter('Questions without a good answer', ofMuseum),
    enfilade_dropped_sentences_total: counter('Sentences that the check dropped', ofMuseum),
  }),
  ...about('services', {
    enfilade_upstream_seconds: histogram('Calls to services', seconds, {
      service: serviceNames,
      outcome: ['ok', 'failed', 'timeout', 'refused', 'cancelled'],
    }),
    enfilade_upstream_retries_total: counter('Repeated calls', { service: serviceNames }),
    enfilade_circuit_open: gauge('1 while the service is not called', { service: serviceNames }),
  }),
  ...about('money', {
    enfilade_spent_cents_total: counter('Estimated costs', { work: paidWork }),
    enfilade_refunded_cents_total: counter('Estimated costs that the service did not charge', { work: paidWork }),
    enfilade_refused_total: counter('Refused paid calls', { work: paidWork, limit: ['concurrent', 'visit', 'address', 'museum', 'site'] }),
  }),
  ...about('releases', {
    enfilade_reports_total: counter('Reports of browsers about their screens', { remote, kind: reportKinds }),
    enfilade_screen_visits_total: counter('Visits with the screen, and visits in which the screen failed or threw', {
      remote,
      outcome: ['tried', 'failed'],
    }),
    enfilade_journal_records: gaugeOfSite('Records of the registry'),
    enfilade_journal_seconds: histogram('Reads and appends of the registry’s journal', seconds, {
      operation: ['read', 'append'],
      outcome: ['ok', 'failed'],
    }),
    enfilade_registry_changes_total: counter('Records that took effect', { action: 'bounded' }),
    enfilade_rollouts_running: gaugeOfSite('Running rollouts'),
    enfilade_rollouts_halted_total: counter('Rollouts that were halted', { reason: ['operator', 'failures', 'slower'] }),
    enfilade_screen_usable_seconds: histogram(
      "Time from the visitor's press, or from the page request, until the screen is usable",
      [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10],
      { remote },
    ),
    enfilade_screen_inp_seconds: histogram(
      'Longest time from an interaction to the next paint of a screen',
      [0.05, 0.1, 0.2, 0.35, 0.5, 1, 2],
      { remote },
    ),
    enfilade_screen_shift: histogram('Layout shift of a screen', [0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 1], { remote }),
    enfilade_screen_long_tasks_seconds: histogram('Sum of the long tasks of a screen', [0.05, 0.1, 0.25, 0.5, 1, 2, 5], { remote }),
  }),
  // prom-client's own metrics; `watchProcess` adds them.
  ...about('process', {
    process_cpu_seconds_total: counter('Processor time'),
    process_resident_memory_bytes: gauge('Memory of the process'),
    process_open_fds: gauge('Open files and connections'),
    process_max_fds: gauge('Limit of open files and connections'),
    nodejs_heap_size_used_bytes: gauge('JavaScript heap in use'),
    nodejs_eventloop_lag_p99_seconds: gauge('Event loop delay (p99) since the last scrape'),
    nodejs_gc_duration_seconds: histogram('Garbage collection', [], { kind: 'bounded' }),
  }),
};

export type MetricName = keyof typeof metricList;
export type NameOf<Type extends MetricFacts['type']> = {
  [Name in MetricName]: (typeof metricList)[Name]['type'] extends Type ? Name : never;
}[MetricName];
type LabelsOf<Name extends MetricName> = (typeof metricList)[Name]['labels'];
export type LabelOf<Name extends MetricName> = keyof LabelsOf<Name> & string;
export type LabelValues<Name extends MetricName> = {
  [Label in LabelOf<Name>]: LabelsOf<Name>[Label] extends readonly (infer Value extends string)[] ? Value : string;
};

export const factsOf = (name: MetricName): MetricFacts => metricList[name];
