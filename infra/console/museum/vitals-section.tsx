import type { VersionVitals } from '@enfilade/shared-contracts/api/registry-schemas';
import { useCallback } from 'react';
import { useConsole } from '../common/console.tsx';
import { Loading, Section, Table } from '../common/parts.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/page.module.css';

const refreshMs = 60_000;
const figureNames = ['usableMs', 'inpMs', 'shift', 'longTaskMs'] as const;

/** What visits felt of each screen's versions, in the museum, or in all of them. */
export function VitalsSection({ museumId, names }: { museumId: string; names: readonly string[] }) {
  const { t, client, formats, screenName } = useConsole();
  const load = useCallback(
    () => Promise.all(names.map(async (name) => ({ name, versions: await client.loadVitals(name, museumId) }))),
    [client, museumId, names],
  );
  const { value, failure, reload } = useQuery(load, refreshMs);
  const felt = value?.filter(({ versions }) => versions.length > 0);
  const columns = [t('vitals.version'), t('vitals.visits'), ...figureNames.map((name) => t(`vitals.${name}`))];
  const figureOf = (vitals: VersionVitals, name: (typeof figureNames)[number]) => {
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
