import { factsOf, type MetricName, metricList } from '@enfilade/server/http/metric-list';
import { expect, it } from '@rstest/core';
import { readSource } from '../testing/repository-root.ts';
import { alerts, rules } from './alerts.ts';
import { dashboard, watchingFiles } from './dashboard.ts';

/** Finds `name{label="value"}`. */
function findSelectors(expr: string) {
  const found = [...expr.matchAll(/\b((?:enfilade|process|nodejs|up)[\w:]*)(?:\{([^}]*)\})?/g)];
  return found
    .filter(([, name = '']) => name === 'up' || /[_:]/.test(name))
    .map(([, name = '', inBraces = '']) => ({
      name,
      labels: [...inBraces.matchAll(/(\w+)(=~?)"([^"]*)"/g)].map(([, label = '', operator, values = '']) => ({
        label,
        values: operator === '=~' ? values.split('|') : [values],
      })),
    }));
}

const names = Object.keys(metricList) as MetricName[];
const ends = { counter: [''], gauge: [''], histogram: ['_bucket', '_count', '_sum'] };
/** Metrics of Prometheus itself and of the recording rules. */
const others = new Set(['up', ...rules.groups.flatMap(({ rules: made }) => made.flatMap((rule) => ('record' in rule ? rule.record : [])))]);

/** The list has no labels of the scrape (`job`) and of histograms (`le`). */
function findUnknown(expr: string): string[] {
  return findSelectors(expr).flatMap(({ name, labels }) => {
    if (others.has(name)) return [];
    const metric = names.find((one) => ends[factsOf(one).type].some((end) => one + end === name));
    if (!metric) return [name];
    const facts = factsOf(metric);
    return labels.flatMap(({ label, values }) => {
      const known = facts.labels?.[label];
      if (label === 'job' || (label === 'le' && facts.buckets?.includes(Number(values[0]))) || known === 'bounded') return [];
      return values.filter((value) => !known?.includes(value)).map((value) => `${name}{${label}="${value}"}`);
    });
  });
}

const expressions = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr));
const shown = dashboard.panels.flatMap((panel) => ('targets' in panel ? panel.targets.map(({ expr }) => expr) : []));

it.each(Object.keys(watchingFiles))('%s matches the list of metrics; `npm run build` writes the file', (file) => {
  expect(readSource(file)).toBe(watchingFiles[file]);
});

it('dashboard and alerts use only metrics, labels and values of the list', () => {
  expect([...expressions, ...shown].flatMap(findUnknown)).toEqual([]);
  const wrong = 'sum(rate(enfilade_gone_total[5m])) / enfilade_shed_total{kind="x"} + enfilade_answers_total{outcome=~"failed|lost"}';
  expect(findUnknown(wrong)).toEqual(['enfilade_gone_total', 'enfilade_shed_total{kind="x"}', 'enfilade_answers_total{outcome="lost"}']);
});

it('the dashboard shows every metric and every objective', () => {
  const panels = dashboard.panels.flatMap((panel) => ('targets' in panel ? [panel] : []));
  expect(panels.map(({ description }) => description)).toEqual(expect.arrayContaining(names));
  expect(shown.join()).toContain('enfilade:page_errors:ratio_1h');
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x}/${y}`)).size).toBe(panels.length);
});

it('the runbook has exactly one page for each alert, with what visitors notice, where to look and what to do', () => {
  const pages = readSource('docs/runbook.md').split(/^## /m).slice(1);
  const alerted = [...new Set(alerts.map(({ name }) => name))];
  expect(pages.map((page) => page.split('\n')[0])).toEqual(alerted);
  for (const page of pages) {
    expect(page).toMatch(/^\*\*Visitors notice:\*\* .+\n\*\*Look:\*\* .+\n\*\*Do:\*\* .+$/m);
    for (const [, link] of page.matchAll(/\(#([\w-]+)\)/g)) expect(alerted.map((name) => name.toLowerCase())).toContain(link);
  }
});
