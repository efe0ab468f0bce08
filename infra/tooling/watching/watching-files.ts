import { stringify } from 'yaml';
import { rules } from './alerts.ts';
import { dashboard } from './dashboard.ts';

const head = '# `npm run build` makes this file of infra/tooling/watching/alerts.ts and the list of metrics: change those.\n';

const panels = dashboard.panels.map((panel) => JSON.stringify(panel)).join(',\n');

/** What the build writes, by their paths in the repository. */
export const watchingFiles: Readonly<Record<string, string>> = {
  'infra/deploy/chart/watching/alerts.yaml': head + stringify(rules, { lineWidth: 0 }),
  // A panel a line: what changed can be read.
  'infra/deploy/chart/watching/dashboard.json': `${JSON.stringify({ ...dashboard, panels: [] }).slice(0, -2)}\n${panels}\n]}\n`,
};
