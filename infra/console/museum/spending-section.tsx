import { useCallback } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import { Figures, Loading } from '../common/page-parts.tsx';
import type { SpentDay } from '../common/schemas.ts';
import { usePolled } from '../common/use-polled.ts';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;
const daysShown = 14;
const dayMs = 24 * 60 * 60_000;

/** Today, the month that runs and the one before, in UTC as the days are; and the newest days. */
export function sumUp(days: readonly SpentDay[], nowMs: number) {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const lastMonth = new Date(Date.parse(`${month}-01`) - dayMs).toISOString().slice(0, 7);
  const sumOf = (start: string) => days.filter(({ day }) => day.startsWith(start)).reduce((sum, { cents }) => sum + cents, 0);
  return { today: sumOf(today), month: sumOf(month), lastMonth: sumOf(lastMonth), newest: days.slice(-daysShown).reverse() };
}

/** What a museum's visitors cost, or those of the whole site. */
export function SpendingSection({ museumId, tools }: { museumId: string; tools: ConsoleTools }) {
  const { t, client, clock, formats } = tools;
  const load = useCallback(async () => ({ days: await client.loadSpending(museumId) }), [client, museumId]);
  const { value, failure, reload } = usePolled(load, clock, refreshMs);
  if (value && !value.days) return null;
  const { newest, ...sums } = sumUp(value?.days ?? [], clock.now());
  const money = { today: formats.money(sums.today), month: formats.money(sums.month), lastMonth: formats.money(sums.lastMonth) };
  return (
    <section className={styles['section']}>
      <h2>{t('spending.title')}</h2>
      {value ? (
        <p>{newest.length === 0 ? t('spending.none') : t('spending.words', money)}</p>
      ) : (
        <Loading failure={failure} reload={reload} t={t} />
      )}
      {newest.length > 0 && (
        <Figures
          label={t('spending.days')}
          columns={[t('spending.day'), t('spending.spent')]}
          rows={newest.map(({ day, cents }) => [formats.day(day), formats.money(cents)])}
        />
      )}
    </section>
  );
}
