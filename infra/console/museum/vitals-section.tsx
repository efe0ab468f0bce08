import { useCallback } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import { Figures, Loading } from '../common/page-parts.tsx';
import type { VersionVitals } from '../common/schemas.ts';
import { usePolled } from '../common/use-polled.ts';
import figureStyles from '../styles/figures.module.css';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;
const figureNames = ['usableMs', 'inpMs', 'shift', 'longTaskMs'] as const;

/** What visits felt of each screen's versions, in the museum, or in all of them. */
export function VitalsSection({ museumId, names, tools }: { museumId: string; names: readonly string[]; tools: ConsoleTools }) {
  const { t, client, clock, formats, screenName } = tools;
  const load = useCallback(
    () => Promise.all(names.map(async (name) => ({ name, versions: await client.loadVitals(name, museumId) }))),
    [client, museumId, names],
  );
  const { value, failure, reload } = usePolled(load, clock, refreshMs);
  if (value?.every(({ versions }) => versions === undefined)) return null;
  const felt = value?.flatMap(({ name, versions = [] }) => (versions.length > 0 ? [{ name, versions }] : []));
  const columns = [t('vitals.version'), t('vitals.visits'), ...figureNames.map((name) => t(`vitals.${name}`))];
  const rowOf = (vitals: VersionVitals) => [
    ...[vitals.version, formats.number(vitals.visits)],
    ...figureNames.map((name) => {
      const figure = vitals[name];
      if (!figure) return '';
      const format = name === 'shift' ? formats.plain : formats.milliseconds;
      return `${format(figure.p50)} (${format(figure.p75)})`;
    }),
  ];
  return (
    <section className={styles['section']}>
      <h2>{t('vitals.title')}</h2>
      {felt ? <p>{t(felt.length > 0 ? 'vitals.words' : 'vitals.none')}</p> : <Loading failure={failure} reload={reload} t={t} />}
      {felt?.map(({ name, versions }) => (
        <div key={name} className={figureStyles['felt']}>
          <h3>{screenName(name)}</h3>
          <Figures label={screenName(name)} columns={columns} rows={versions.map(rowOf)} />
        </div>
      ))}
    </section>
  );
}
