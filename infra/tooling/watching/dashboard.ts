import { factsOf, type MetricName, metricList } from '@enfilade/server/http/metric-list';
import { stringify } from 'yaml';
import { objectives, ratioName, rules } from './alerts.ts';

// Grafana's own shape: https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/

interface Target {
  expr: string;
  legendFormat: string;
}

interface Panel {
  title: string;
  description: string;
  unit: string;
  targets: readonly Target[];
}

const window = '$__rate_interval';

function panelOf(name: MetricName): Panel {
  const { type, help, labels = {}, about, isOfSite } = factsOf(name);
  const panel = { title: help, description: name, unit: unitOf(name) };
  // Other programs have process metrics with the same names.
  const job = about === 'process' ? '{job="enfilade"}' : '';
  if (type === 'histogram') return { ...panel, targets: quantilesOf(`${name}_bucket${job}`, Object.keys(labels)[0]) };
  const value = type === 'counter' ? `rate(${name}${job}[${window}])` : name + job;
  if (job) return { ...panel, targets: [{ expr: value, legendFormat: '{{instance}}' }] };
  const by = Object.keys(labels).join(', ');
  const sum = isOfSite ? 'max' : 'sum';
  const legendFormat =
    Object.keys(labels)
      .map((label) => `{{${label}}}`)
      .join(' ') || name;
  return { ...panel, targets: [{ expr: `${sum}${by && ` by (${by})`} (${value})`, legendFormat }] };
}

const quantilesOf = (buckets: string, label: string | undefined): Target[] =>
  [0.5, 0.95, 0.99].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (${label === undefined ? 'le' : `le, ${label}`}) (rate(${buckets}[${window}])))`,
    legendFormat: `p${quantile * 100}${label === undefined ? '' : ` {{${label}}}`}`,
  }));

function unitOf(name: MetricName): string {
  if (name.endsWith('_bytes')) return 'bytes';
  if (name === 'process_cpu_seconds_total') return 'percentunit';
  if (name.endsWith('_seconds')) return 's';
  return name.endsWith('_total') ? 'ops' : 'short';
}

const objectivePanels = objectives.map((objective): Panel => {
  const allowed = Number((1 - objective.target).toPrecision(6));
  return {
    title: objective.title,
    description: `Share of errors, and the share of ${allowed} that the objective allows`,
    unit: 'percentunit',
    targets: [
      ...['5m', '1h', '6h'].map((one) => ({ expr: ratioName(objective, one), legendFormat: one })),
      { expr: `vector(${allowed})`, legendFormat: 'allowed' },
    ],
  };
});

const headings: Record<(typeof metricList)[MetricName]['about'], string> = {
  requests: 'Requests and visits',
  conversations: 'Answers and calls',
  services: 'Services behind the site',
  money: 'Money',
  releases: 'Releases and their journal',
  process: 'Processes',
};
const names = Object.keys(metricList) as MetricName[];
const rows: [string, readonly Panel[]][] = [
  ['Objectives', objectivePanels],
  ...Object.entries(headings).map(([about, title]): [string, readonly Panel[]] => [
    title,
    names.filter((name) => metricList[name].about === about).map(panelOf),
  ]),
];

const [columns, panelHeight] = [3, 8];
const width = 24 / columns;
const datasource = { type: 'prometheus', uid: '${datasource}' };

function layOut() {
  let y = 0;
  let id = 0;
  return rows.flatMap(([title, panels]) => {
    const row = { id: ++id, type: 'row', title, collapsed: false, gridPos: { x: 0, y: y++, w: 24, h: 1 }, panels: [] };
    const placed = panels.map(({ unit, targets, ...panel }, at) => ({
      id: ++id,
      type: 'timeseries',
      ...panel,
      datasource,
      gridPos: { x: (at % columns) * width, y: y + Math.floor(at / columns) * panelHeight, w: width, h: panelHeight },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: targets.map((target, index) => ({ refId: String.fromCharCode(65 + index), datasource, ...target })),
    }));
    y += Math.ceil(panels.length / columns) * panelHeight;
    return [row, ...placed];
  });
}

export const dashboard = {
  uid: 'enfilade',
  title: 'Enfilade',
  schemaVersion: 39,
  version: 1,
  editable: true,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
  annotations: {
    list: [
      {
        name: 'Registry',
        datasource,
        enable: true,
        iconColor: 'blue',
        expr: 'sum by (action) (increase(enfilade_registry_changes_total[1m])) > 0',
        titleFormat: '{{action}}',
      },
    ],
  },
  panels: layOut(),
};

const head = '# `npm run build` makes this file of infra/tooling/watching/alerts.ts and the list of metrics: change those.\n';

const panelLines = dashboard.panels.map((panel) => JSON.stringify(panel)).join(',\n');

/** By their paths in the repository. */
export const watchingFiles: Readonly<Record<string, string>> = {
  'infra/deploy/chart/watching/alerts.yaml': head + stringify(rules, { lineWidth: 0 }),
  // One line for each panel makes diffs readable.
  'infra/deploy/chart/watching/dashboard.json': `${JSON.stringify({ ...dashboard, panels: [] }).slice(0, -2)}\n${panelLines}\n]}\n`,
};
