import { type FigureName, figureNameSchema, type SpentDay, type VersionVitals } from '@enfilade/shared-contracts/api/registry-schemas';
import { useCallback } from 'react';
import { useConsole } from '../common/console.tsx';
import { Loading, Section, Table } from '../common/parts.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;
const figureNames = figureNameSchema.options;

export function VitalsSection({ museumId, names }: { museumId: string; names: readonly string[] }) {
  const { t, client, formats, screenName } = useConsole();
  const load = useCallback(
    () => Promise.all(names.map(async (name) => ({ name, versions: await client.loadVitals(name, museumId) }))),
    [client, museumId, names],
  );
  const { value, failure, reload } = useQuery(load, refreshMs);
  const felt = value?.filter(({ versions }) => versions.length > 0);
  const columns = [t('vitals.version'), t('vitals.visits'), ...figureNames.map((name) => t(`vitals.${name}`))];
  const figureOf = (vitals: VersionVitals, name: FigureName) => {
    const format = name === 'shift' ? formats.plain : formats.milliseconds;
    const figure = vitals[name];
    return figure && `${format(figure.p50)} (${format(figure.p75)})`;
  };
  const rowOf = (vitals: VersionVitals) => ({
    key: vitals.version,
    head: vitals.version,
    cells: [formats.number(vitals.visits), ...figureNames.map((name) => figureOf(vitals, name))],
  });
  return (
    <Section title={t('vitals.title')}>
      {felt ? <p>{t(felt.length > 0 ? 'vitals.words' : 'vitals.none')}</p> : <Loading failure={failure} reload={reload} />}
      {felt?.map(({ name, versions }) => (
        <div key={name} className={styles['felt']}>
          <h3>{screenName(name)}</h3>
          <Table kind="stacked" label={screenName(name)} columns={columns} rows={versions.map(rowOf)} />
        </div>
      ))}
    </Section>
  );
}

const daysShown = 14;
const dayMs = 24 * 60 * 60_000;

/** Today, this month and the last month in UTC, like the days. */
export function sumUp(days: readonly SpentDay[], nowMs: number) {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const lastMonth = new Date(Date.parse(`${month}-01`) - dayMs).toISOString().slice(0, 7);
  const sumOf = (start: string) => days.filter(({ day }) => day.startsWith(start)).reduce((sum, { cents }) => sum + cents, 0);
  return { today: sumOf(today), month: sumOf(month), lastMonth: sumOf(lastMonth), newest: days.slice(-daysShown).reverse() };
}

export function SpendingSection({ museumId }: { museumId: string }) {
  const { t, client, clock, formats } = useConsole();
  const load = useCallback(() => client.loadSpending(museumId), [client, museumId]);
  const { value: days, failure, reload } = useQuery(load, refreshMs);
  const { newest, ...sums } = sumUp(days ?? [], clock.now());
  const money = { today: formats.money(sums.today), month: formats.money(sums.month), lastMonth: formats.money(sums.lastMonth) };
  const rows = newest.map(({ day, cents }) => ({ key: day, head: formats.day(day), cells: [formats.money(cents)] }));
  return (
    <Section title={t('spending.title')}>
      {days ? <p>{rows.length === 0 ? t('spending.none') : t('spending.words', money)}</p> : <Loading failure={failure} reload={reload} />}
      {rows.length > 0 && (
        <Table kind="figures" label={t('spending.days')} columns={[t('spending.day'), t('spending.spent')]} rows={rows} />
      )}
    </Section>
  );
}
