import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';

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

/** What each paid call is for. */
export const paidWork = ['chat', 'questions', 'translations', 'transcription', 'speech', 'voice'] as const;

/** What keeps a site from being ready, or is said beside it. */
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

/** What is known of a metric beside its values: the dashboard and the alert rules are made of it. */
export interface MetricFacts {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** The values of each; `bounded` where they are no list of this code, but so many at most. */
  labels?: Readonly<Record<string, readonly string[] | 'bounded'>>;
  /** Of a histogram. */
  buckets?: readonly number[];
  /** Under which heading the dashboard has it. */
  about: 'requests' | 'conversations' | 'services' | 'money' | 'releases' | 'process';
  /** Of a gauge that every gateway of the site has, as they count it together: the largest is shown, not the sum. */
  isOfSite?: true;
}

/** Seconds: from a cached read to the longest answer of a guide. */
const seconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** After so long the voice should be heard, by the objective of `infra/tooling/watching/alerts.ts`. */
export const firstSoundSeconds = 2;

/** What visitors felt, as browsers report it. */
const felt = { type: 'histogram', labels: { remote: 'bounded' }, about: 'releases' } as const;
/** Of the visits that have a screen, the share that shall be without an error of it in a week. */
export const errorTarget = 0.995;

/** Everything at `/metrics` that somebody watches. `npm run build` makes dashboard and alert rules of it. */
export const metricList = {
  enfilade_http_seconds: {
    type: 'histogram',
    help: 'Answers by route',
    labels: { route: 'bounded', method: 'bounded', status: 'bounded' },
    buckets: seconds,
    about: 'requests',
  },
  enfilade_requests_in_flight: { type: 'gauge', help: 'Requests under way, held streams among them', about: 'requests' },
  enfilade_shed_total: { type: 'counter', help: 'Requests turned away under overload', about: 'requests' },
  enfilade_visits_total: { type: 'counter', help: 'Visits that began', about: 'requests' },
  enfilade_problem: {
    type: 'gauge',
    help: '1: what /readyz names',
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
    help: 'In calls of our own platform from the end of the words, in reading aloud from the request, to the first sound',
    labels: { way: ['call', 'reading'] },
    buckets: [0.1, 0.25, 0.5, 1, 1.5, firstSoundSeconds, 3, 5, 10],
    about: 'conversations',
  },
  enfilade_calls_total: {
    type: 'counter',
    help: 'Calls that were asked for',
    labels: { outcome: ['opened', 'busy', 'failed'] },
    about: 'conversations',
  },
  enfilade_voice_slots: {
    type: 'gauge',
    help: 'Slots for talking: leased, all there are, and visits that wait',
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
    help: 'Sentences the check dropped',
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
  enfilade_upstream_retries_total: { type: 'counter', help: 'Calls made again', labels: { service: serviceNames }, about: 'services' },
  enfilade_circuit_open: { type: 'gauge', help: '1: not asked for now', labels: { service: serviceNames }, about: 'services' },
  enfilade_spent_cents_total: { type: 'counter', help: 'Estimated', labels: { work: paidWork }, about: 'money' },
  enfilade_refunded_cents_total: {
    type: 'counter',
    help: 'Estimated as spent; the service counted less',
    labels: { work: paidWork },
    about: 'money',
  },
  enfilade_refused_total: {
    type: 'counter',
    help: 'Paid calls not made',
    labels: { work: paidWork, limit: ['concurrent', 'visit', 'address', 'museum', 'site'] },
    about: 'money',
  },
  enfilade_reports_total: {
    type: 'counter',
    help: 'What browsers say of screens they loaded',
    labels: { remote: 'bounded', kind: reportKinds },
    about: 'releases',
  },
  enfilade_screen_visits_total: {
    type: 'counter',
    help: 'Visits that had a screen, and those in which it failed or threw',
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
    help: 'Records that took effect, whoever made them',
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
    help: 'From the press, or the address, to a screen that can be used',
    buckets: [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10],
  },
  enfilade_screen_inp_seconds: {
    ...felt,
    help: 'Longest from an interaction to the next paint, of a screen',
    buckets: [0.05, 0.1, 0.2, 0.35, 0.5, 1, 2],
  },
  enfilade_screen_shift: { ...felt, help: 'Layout shift of a screen', buckets: [0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 1] },
  enfilade_screen_long_tasks_seconds: { ...felt, help: 'Long tasks of a screen together', buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5] },
  // From here on prom-client's own, as `watchProcess` adds them.
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time', about: 'process' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process', about: 'process' },
  process_open_fds: { type: 'gauge', help: 'Open files and connections', about: 'process' },
  process_max_fds: { type: 'gauge', help: 'As many as it may open', about: 'process' },
  nodejs_heap_size_used_bytes: { type: 'gauge', help: 'JavaScript’s own memory', about: 'process' },
  nodejs_eventloop_lag_p99_seconds: { type: 'gauge', help: 'How late the event loop is, since it was last asked', about: 'process' },
  nodejs_gc_duration_seconds: { type: 'histogram', help: 'Collecting garbage', labels: { kind: 'bounded' }, about: 'process' },
} as const satisfies Record<string, MetricFacts>;

export type MetricName = keyof typeof metricList;
export type NameOf<Type extends MetricFacts['type']> = {
  [Name in MetricName]: (typeof metricList)[Name]['type'] extends Type ? Name : never;
}[MetricName];
type LabelsOf<Name extends MetricName> = (typeof metricList)[Name] extends { labels: infer Labels } ? Labels : Record<never, never>;
export type LabelOf<Name extends MetricName> = keyof LabelsOf<Name> & string;
/** A value of each label. */
export type LabelValues<Name extends MetricName> = {
  [Label in LabelOf<Name>]: LabelsOf<Name>[Label] extends readonly (infer Value extends string)[] ? Value : string;
};

/** The same without the details of its type. */
export const factsOf = (name: MetricName): MetricFacts => metricList[name];
