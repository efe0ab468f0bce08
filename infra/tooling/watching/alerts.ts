import { errorTarget, firstSoundSeconds } from '@enfilade/server/http/metric-list';

/** Metrics whose sum counts the bad events, or the good events, of all events. */
type Part = { all: readonly string[] } & ({ bad: readonly string[] } | { good: readonly string[] });

/** The alert fires when too many events are bad. */
interface Objective {
  name: string;
  /** Name of its recorded error ratios: `enfilade:<record>:ratio_1h`. */
  record: string;
  title: string;
  /** Share of events. */
  target: number;
  parts: readonly Part[];
}

interface Alert {
  name: string;
  expr: string;
  /** How long the expression must be true. */
  for: string;
  /** `page`: visitors notice the fault now. */
  severity: 'page' | 'ticket';
  summary: string;
}

const answers = 'enfilade_http_seconds_count';
const http = (labels: string) => `${answers}{${labels}}`;
const failing = (labels: string): Part => ({ bad: [http(`${labels},status="5xx"`)], all: [http(labels)] });
/** Requests that are refused before any route: the answers do not count them. */
const shed: Part = { bad: ['enfilade_shed_total'], all: [answers, 'enfilade_shed_total'] };

const pageRoutes = ['/', '/:screen', '/static/.*', '/remotes/.*'].join('|');

export const objectives: readonly Objective[] = [
  {
    name: 'EnfiladePagesFail',
    record: 'page_errors',
    title: 'Page usable',
    target: 0.999,
    parts: [
      failing(`method="GET",route=~"${pageRoutes}"`),
      shed,
      { bad: ['enfilade_reports_total{kind=~"failed|render-error"}'], all: ['enfilade_reports_total{kind=~"loaded|failed|render-error"}'] },
    ],
  },
  {
    name: 'EnfiladeSetsFail',
    record: 'set_errors',
    title: 'Release set served',
    target: 0.9999,
    parts: [failing('method="GET",route="/api/compositions/:museumId"'), shed],
  },
  {
    name: 'EnfiladeAnswersFail',
    record: 'answer_errors',
    title: 'Answer without an error',
    target: 0.995,
    parts: [
      {
        bad: ['enfilade_answers_total{outcome="failed"}', 'enfilade_refused_total{work="chat",limit=~"museum|site"}'],
        all: ['enfilade_answers_total{outcome=~"answered|failed"}', 'enfilade_refused_total{work="chat",limit=~"museum|site"}'],
      },
    ],
  },
  {
    name: 'EnfiladeVoiceLate',
    record: 'voice_late',
    title: `First sound within ${firstSoundSeconds} s`,
    target: 0.95,
    parts: [
      {
        good: [`enfilade_first_sound_seconds_bucket{le="${firstSoundSeconds}"}`],
        all: ['enfilade_first_sound_seconds_count'],
      },
    ],
  },
];

/**
 * Burn rates of a month's allowed errors. At 14.4 an hour uses up 2 % of them, at 6 six hours use up
 * 5 % (Google's SRE workbook, chapter 5). The short window ends the alert soon after the cause.
 */
const burns = [
  { long: '1h', short: '5m', factor: 14.4, severity: 'page' },
  { long: '6h', short: '30m', factor: 6, severity: 'ticket' },
] as const;
const windows = burns.flatMap(({ long, short }) => [short, long]);

/** At night one failure may be the only request, so an alert needs at least this number of errors. */
const fewestErrors = 5;

function sumOver(made: 'rate' | 'increase', window: string, metrics: readonly string[]): string {
  const sums = metrics.map((metric) => `(sum(${made}(${metric}[${window}])) or vector(0))`).join(' + ');
  return metrics.length === 1 ? sums : `(${sums})`;
}

const badOver = (made: 'rate' | 'increase', window: string, part: Part): string =>
  'bad' in part ? sumOver(made, window, part.bad) : `(${sumOver(made, window, part.all)} - ${sumOver(made, window, part.good)})`;

/** Adds the shares of the parts, because a failure of any part is a failure. No requests means no failures. */
const ratioOf = ({ parts }: Objective, window: string) =>
  parts.map((part) => `(${badOver('rate', window, part)} / (${sumOver('rate', window, part.all)} > 0) or vector(0))`).join(' + ');

export const ratioName = ({ record }: Pick<Objective, 'record'>, window: string) => `enfilade:${record}:ratio_${window}`;

const recordings = objectives.flatMap((objective) =>
  windows.map((window) => ({ record: ratioName(objective, window), expr: ratioOf(objective, window) })),
);

const burnAlerts = objectives.flatMap((objective) =>
  burns.map(({ long, short, factor, severity }): Alert => {
    const { name, title, target, parts } = objective;
    const most = Number((factor * (1 - target)).toPrecision(6));
    const errors = parts.map((part) => badOver('increase', long, part)).join(' + ');
    return {
      name,
      expr: `${ratioName(objective, long)} > ${most} and ${ratioName(objective, short)} > ${most} and (${errors}) >= ${fewestErrors}`,
      for: '2m',
      severity,
      summary: `${title}: for ${long} the errors are ${factor} times what ${Number((target * 100).toPrecision(4))} % allows`,
    };
  }),
);

const screenVisits = (outcome: 'tried' | 'failed', made: 'rate' | 'increase', window: string) =>
  `sum by (remote) (${made}(enfilade_screen_visits_total{outcome="${outcome}"}[${window}]))`;
const screenErrors = (window: string) => `${screenVisits('failed', 'rate', window)} / (${screenVisits('tried', 'rate', window)} > 0)`;

/** One error budget for each remote, so that a screen with few visits counts, too. */
const screenAlerts = burns.map(({ long, short, factor }): Alert => {
  const most = Number((factor * (1 - errorTarget)).toPrecision(6));
  return {
    name: 'EnfiladeScreenErrors',
    expr: `${screenErrors(long)} > ${most} and ${screenErrors(short)} > ${most} and ${screenVisits('failed', 'increase', long)} >= ${fewestErrors}`,
    for: '2m',
    severity: 'ticket',
    summary: `{{ $labels.remote }}: for ${long} the visits with an error are ${factor} times what ${errorTarget * 100} % allows`,
  };
});

const alert = (name: string, severity: Alert['severity'], lasts: string, rest: Pick<Alert, 'expr' | 'summary'>): Alert => ({
  ...{ name, severity, for: lasts },
  ...rest,
});
const ofProblem = (name: string, of: string, severity: Alert['severity'], summary: string): Alert =>
  alert(name, severity, '2m', { expr: `max(enfilade_problem{of="${of}"}) > 0`, summary });

export const alerts: readonly Alert[] = [
  ...burnAlerts,
  ...screenAlerts,
  alert('EnfiladeDown', 'page', '1m', {
    expr: 'up{job="enfilade"} == 0 or absent(up{job="enfilade"})',
    summary: 'A gateway does not answer, or Prometheus has no target',
  }),
  ofProblem('EnfiladeJournalDown', 'journal', 'page', 'The registry’s journal cannot be written'),
  ofProblem('EnfiladeFilesMissing', 'artifacts', 'page', 'Files of a pinned version are missing'),
  ofProblem('EnfiladeNothingPinned', 'pins', 'page', 'No screen is pinned, so there is no page'),
  ofProblem('EnfiladeMuseumsDown', 'middleware', 'page', 'The middleware does not return museums'),
  ofProblem('EnfiladeStateDown', 'state', 'page', 'The shared state cannot be reached, so questions and calls are refused'),
  ofProblem('EnfiladePagesRefused', 'settings', 'ticket', 'PUBLIC_ORIGIN refuses pages of the site'),
  alert('EnfiladeServiceFails', 'ticket', '2m', {
    expr: 'max by (service) (enfilade_circuit_open) > 0',
    summary: '{{ $labels.service }} fails and gets no requests for now',
  }),
  alert('EnfiladeCallsFail', 'page', '0m', {
    expr: 'sum(increase(enfilade_calls_total{outcome="failed"}[10m])) >= 3',
    summary: 'Calls cannot be opened',
  }),
  alert('EnfiladeSlotsTaken', 'ticket', '10m', {
    expr: 'max(enfilade_voice_slots{state="waiting"}) > 0',
    summary: 'For ten minutes visitors have waited for a slot to talk',
  }),
  alert('EnfiladeMoneySpent', 'page', '0m', {
    expr: 'sum by (limit) (increase(enfilade_refused_total{limit=~"museum|site"}[10m])) > 0',
    summary: 'The day’s budget of the {{ $labels.limit }} is spent',
  }),
  alert('EnfiladeOverloaded', 'page', '2m', {
    expr: 'sum(rate(enfilade_shed_total[5m])) > 1',
    summary: 'The gateways refuse requests under overload',
  }),
  alert('EnfiladeLoopLate', 'ticket', '5m', {
    expr: 'nodejs_eventloop_lag_p99_seconds{job="enfilade"} > 0.5',
    summary: 'The event loop of a gateway is late',
  }),
  alert('EnfiladeConnectionsRunOut', 'ticket', '5m', {
    expr: 'process_open_fds{job="enfilade"} / process_max_fds{job="enfilade"} > 0.8',
    summary: 'A gateway has opened four fifths of its allowed files and connections',
  }),
  alert('EnfiladeRolloutHalted', 'ticket', '0m', {
    expr: 'max(increase(enfilade_rollouts_halted_total{reason=~"failures|slower"}[15m])) > 0',
    summary: 'A rollout did worse than the stable version and was halted',
  }),
  alert('EnfiladeVersionFails', 'page', '0m', {
    expr: 'max(increase(enfilade_registry_changes_total{action="version-failed"}[15m])) > 0',
    summary: 'A version failed for every visit that tried it',
  }),
];

export const rules = {
  groups: [
    { name: 'enfilade-objectives', rules: recordings },
    {
      name: 'enfilade',
      rules: alerts.map(({ name: alert, expr, for: lasts, severity, summary }) => ({
        alert,
        expr,
        for: lasts,
        labels: { severity },
        annotations: { summary, runbook: `docs/runbook.md#${alert.toLowerCase()}` },
      })),
    },
  ],
};
