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

/** The build writes the dashboard and the alert rules from these fields. */
export interface MetricFacts {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Values of each label; `bounded` if the code limits the number of values without a list. */
  labels?: Readonly<Record<string, readonly string[] | 'bounded'>>;
  buckets?: readonly number[];
  about: 'requests' | 'conversations' | 'services' | 'money' | 'releases' | 'process';
  /** True for a gauge that all gateways count together: the dashboard shows the largest value, not the sum. */
  isOfSite?: true;
}

/** Seconds: from a cached read to the longest answer of a guide. */
const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Limit for the first sound in the objective of `infra/tooling/watching/alerts.ts`. */
export const firstSoundSeconds = 2;

const felt = { type: 'histogram', labels: { remote: 'bounded' }, about: 'releases' } as const;
/** Target share of a screen's visits in a week that have no error of the screen. */
export const errorTarget = 0.995;

export const metricList = {
  enfilade_http_seconds: {
    type: 'histogram',
    help: 'Answers by route',
    labels: { route: 'bounded', method: 'bounded', status: 'bounded' },
    buckets: seconds,
    about: 'requests',
  },
  enfilade_requests_in_flight: { type: 'gauge', help: 'Requests under way, open streams included', about: 'requests' },
  enfilade_shed_total: { type: 'counter', help: 'Requests refused under overload', about: 'requests' },
  enfilade_visits_total: { type: 'counter', help: 'Visits that began', about: 'requests' },
  enfilade_problem: {
    type: 'gauge',
    help: '1 if /readyz reports the problem',
    labels: { of: problemKinds },
    about: 'requests',
    isOfSite: true,
  },
  enfilade_answers_total: {
    type: 'counter',
    help: 'Answers to typed questions',
    labels: { outcome: ['answered', 'failed', 'abandoned'] },
    about: 'conversations',
  },
  enfilade_first_word_seconds: {
    type: 'histogram',
    help: 'From a typed question to the first words of its answer',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    about: 'conversations',
  },
  enfilade_first_sound_seconds: {
    type: 'histogram',
    help: 'First sound: after the words of a call on our own platform, or after the request to read aloud',
    labels: { way: ['call', 'reading'] },
    buckets: [0.1, 0.25, 0.5, 1, 1.5, firstSoundSeconds, 3, 5, 10],
    about: 'conversations',
  },
  enfilade_calls_total: {
    type: 'counter',
    help: 'Requested calls',
    labels: { outcome: ['opened', 'busy', 'failed'] },
    about: 'conversations',
  },
  enfilade_voice_slots: {
    type: 'gauge',
    help: 'Slots for talking: leased, all, and waiting visits',
    labels: { state: ['leased', 'waiting', 'all'] },
    about: 'conversations',
    isOfSite: true,
  },
  enfilade_unanswered_total: {
    type: 'counter',
    help: 'Questions without a good answer',
    labels: { museum: 'bounded', reason: 'bounded' },
    about: 'conversations',
  },
  enfilade_dropped_sentences_total: {
    type: 'counter',
    help: 'Sentences that the check dropped',
    labels: { museum: 'bounded', reason: 'bounded' },
    about: 'conversations',
  },
  enfilade_upstream_seconds: {
    type: 'histogram',
    help: 'Calls to services',
    labels: { service: serviceNames, outcome: ['ok', 'failed', 'timeout', 'refused', 'cancelled'] },
    buckets: seconds,
    about: 'services',
  },
  enfilade_upstream_retries_total: { type: 'counter', help: 'Repeated calls', labels: { service: serviceNames }, about: 'services' },
  enfilade_circuit_open: { type: 'gauge', help: '1 while the service is not called', labels: { service: serviceNames }, about: 'services' },
  enfilade_spent_cents_total: { type: 'counter', help: 'Estimated costs', labels: { work: paidWork }, about: 'money' },
  enfilade_refunded_cents_total: {
    type: 'counter',
    help: 'Estimated costs that the service did not charge',
    labels: { work: paidWork },
    about: 'money',
  },
  enfilade_refused_total: {
    type: 'counter',
    help: 'Refused paid calls',
    labels: { work: paidWork, limit: ['concurrent', 'visit', 'address', 'museum', 'site'] },
    about: 'money',
  },
  enfilade_reports_total: {
    type: 'counter',
    help: 'Reports of browsers about their screens',
    labels: { remote: 'bounded', kind: reportKinds },
    about: 'releases',
  },
  enfilade_screen_visits_total: {
    type: 'counter',
    help: 'Visits with the screen, and visits in which the screen failed or threw',
    labels: { remote: 'bounded', outcome: ['tried', 'failed'] },
    about: 'releases',
  },
  enfilade_journal_records: { type: 'gauge', help: 'Records of the registry', about: 'releases', isOfSite: true },
  enfilade_journal_seconds: {
    type: 'histogram',
    help: 'Reads and appends of the registry’s journal',
    labels: { operation: ['read', 'append'], outcome: ['ok', 'failed'] },
    buckets: seconds,
    about: 'releases',
  },
  enfilade_registry_changes_total: {
    type: 'counter',
    help: 'Records that took effect',
    labels: { action: 'bounded' },
    about: 'releases',
  },
  enfilade_rollouts_running: { type: 'gauge', help: 'Rollouts that are not halted', about: 'releases', isOfSite: true },
  enfilade_rollouts_halted_total: {
    type: 'counter',
    help: 'Rollouts that were halted',
    labels: { reason: ['operator', 'failures', 'slower'] },
    about: 'releases',
  },
  enfilade_screen_usable_seconds: {
    ...felt,
    help: 'From the press, or the page request, to a usable screen',
    buckets: [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10],
  },
  enfilade_screen_inp_seconds: {
    ...felt,
    help: 'Longest time from an interaction to the next paint of a screen',
    buckets: [0.05, 0.1, 0.2, 0.35, 0.5, 1, 2],
  },
  enfilade_screen_shift: { ...felt, help: 'Layout shift of a screen', buckets: [0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 1] },
  enfilade_screen_long_tasks_seconds: { ...felt, help: 'Sum of the long tasks of a screen', buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5] },
  // The metrics below are prom-client's own; `watchProcess` adds them.
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time', about: 'process' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process', about: 'process' },
  process_open_fds: { type: 'gauge', help: 'Open files and connections', about: 'process' },
  process_max_fds: { type: 'gauge', help: 'Limit of open files and connections', about: 'process' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'JavaScript heap in use', about: 'process' },
  nodejs_eventloop_lag_p99_seconds: { type: 'gauge', help: 'Event loop delay (p99) since the last scrape', about: 'process' },
  nodejs_gc_duration_seconds: { type: 'histogram', help: 'Garbage collection', labels: { kind: 'bounded' }, about: 'process' },
} as const satisfies Record<string, MetricFacts>;

export type MetricName = keyof typeof metricList;
export type NameOf<Type extends MetricFacts['type']> = {
  [Name in MetricName]: (typeof metricList)[Name]['type'] extends Type ? Name : never;
}[MetricName];
type LabelsOf<Name extends MetricName> = (typeof metricList)[Name] extends { labels: infer Labels } ? Labels : Record<never, never>;
export type LabelOf<Name extends MetricName> = keyof LabelsOf<Name> & string;
export type LabelValues<Name extends MetricName> = {
  [Label in LabelOf<Name>]: LabelsOf<Name>[Label] extends readonly (infer Value extends string)[] ? Value : string;
};

export const factsOf = (name: MetricName): MetricFacts => metricList[name];
