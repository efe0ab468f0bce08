import { screenNames } from '@enfilade/shared-contracts/releases/contract';
import { pickRows, summarize } from '../model/overview-rows.ts';
import type { Overview } from '../model/shapes.ts';
import type { Tools } from '../tools.ts';
import { PlaceLink } from '../ui/place-link.tsx';
import styles from '../ui/styles/overview.module.css';
import pageStyles from '../ui/styles/page.module.css';
import { MuseumRow } from './museum-row.tsx';

interface OverviewPageProps {
  overview: Overview;
  /** An operator of everything also sees the default and the whole trail. */
  mayAll: boolean;
  tools: Tools;
}

/** Museums and screens, to be read at a glance. */
export function OverviewPage({ overview, mayAll, tools }: OverviewPageProps) {
  const { t, go } = tools;
  const { museums, rollouts, toWatch } = summarize(overview);
  const counts = [t('overview.museums', { count: museums }), t('overview.rollouts', { count: rollouts })];
  const summary = [...counts, t('overview.toWatch', { count: toWatch })].join(', ');
  return (
    <>
      <header className={styles['head']}>
        <h1>{t('overview.title')}</h1>
        <p>{summary}</p>
      </header>
      {museums === 0 ? (
        <p>{t('overview.empty')}</p>
      ) : (
        <table className={styles['table']} aria-label={t('overview.title')}>
          <thead>
            <tr>
              <th scope="col">{t('overview.museum')}</th>
              {screenNames.map((name) => (
                <th key={name} scope="col">
                  {t(`screen.${name}`)}
                </th>
              ))}
              <th scope="col">{t('overview.health')}</th>
            </tr>
          </thead>
          <tbody>
            {pickRows(overview).map((row, at) => (
              <MuseumRow key={row.museum.museumId} row={row} position={at + 1} tools={tools} />
            ))}
          </tbody>
        </table>
      )}
      <nav className={pageStyles['ways']} aria-label={t('overview.more')}>
        <PlaceLink to={{ page: 'museum', museumId: '*' }} go={go}>
          {t('overview.default', { sequence: overview.default.sequence })}
        </PlaceLink>
        {mayAll && (
          <PlaceLink to={{ page: 'trail' }} go={go}>
            {t('trail.all')}
          </PlaceLink>
        )}
      </nav>
    </>
  );
}
