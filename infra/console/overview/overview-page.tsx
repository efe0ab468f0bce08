import type { Health, Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { RouteLink, useConsole } from '../common/console.tsx';
import { type Row, Table } from '../common/parts.tsx';
import { ShareBar } from '../common/share.tsx';
import { VersionText } from '../common/versions.tsx';
import styles from '../styles/overview.module.css';
import pageStyles from '../styles/page.module.css';
import { type Condition, loadedWell, sparkBox, sparkPoints } from './health.ts';
import { listColumns, type OverviewRow, pickRows, type ScreenCell, summarize } from './overview-rows.ts';

interface OverviewPageProps {
  overview: Overview;
  /** An operator of everything also sees the default and the whole audit log. */
  mayAll: boolean;
}

/** Museums and screens, to be read at a glance. */
export function OverviewPage({ overview, mayAll }: OverviewPageProps) {
  const { t, screenName } = useConsole();
  const { museums, rollouts, toWatch } = summarize(overview);
  const counts = [t('overview.museums', { count: museums }), t('overview.rollouts', { count: rollouts })];
  const summary = [...counts, t('overview.toWatch', { count: toWatch })].join(', ');
  const columns = [t('overview.museum'), ...listColumns(overview).map(screenName), t('overview.health')];
  return (
    <>
      <header className={styles['head']}>
        <h1>{t('overview.title')}</h1>
        <p>{summary}</p>
      </header>
      {museums === 0 ? (
        <p>{t('overview.empty')}</p>
      ) : (
        <Table kind="museums" label={t('overview.title')} columns={columns} rows={pickRows(overview).map(museumRow)} />
      )}
      <nav className={pageStyles['ways']} aria-label={t('overview.more')}>
        <RouteLink to={{ page: 'museum', museumId: '*' }}>{t('overview.default', { sequence: overview.default.sequence })}</RouteLink>
        <RouteLink to={{ page: 'tokens' }}>{t('tokens.all')}</RouteLink>
        {mayAll && <RouteLink to={{ page: 'audit' }}>{t('audit.all')}</RouteLink>}
      </nav>
    </>
  );
}

/** One museum: its screens' versions, what is being tried, and how its pages fared. */
function museumRow({ museum, cells, condition }: OverviewRow, at: number): Row {
  return {
    key: museum.museumId,
    className: condition === 'rising' || condition === 'failing' ? styles['watch'] : undefined,
    head: <MuseumName museum={museum} position={at + 1} />,
    cells: [
      ...cells.map((cell) => (
        <div key={cell.name}>
          <Cell cell={cell} />
        </div>
      )),
      <HealthCell key="health" health={museum.health} condition={condition} />,
    ],
  };
}

function MuseumName({ museum: { museumId, name, code, sequence }, position }: { museum: OverviewRow['museum']; position: number }) {
  const { t } = useConsole();
  const set = t('overview.set', { sequence });
  return (
    <>
      <span className={styles['number']} aria-hidden="true">
        {String(position).padStart(2, '0')}
      </span>
      <RouteLink to={{ page: 'museum', museumId }} className={styles['name']}>
        {name}
      </RouteLink>
      <small>{code ? `${code}, ${set}` : set}</small>
    </>
  );
}

function HealthCell({ health, condition }: { health: Health; condition: Condition }) {
  const { t, formats } = useConsole();
  return (
    <div className={styles['health']}>
      <Spark hours={health.hours} isEmpty={condition === 'none'} />
      <span>
        {condition !== 'none' && <span>{formats.percent(loadedWell(health))}</span>}
        <small>{t(`health.${condition}`)}</small>
      </span>
    </div>
  );
}

function Cell({ cell: { version, isPinned, isUsed, isLeftOut, trial } }: { cell: ScreenCell }) {
  const { t, formats } = useConsole();
  if (isLeftOut) return <span className={styles['none']}>{t('screens.leftOut')}</span>;
  if (!isUsed) return <span className={styles['none']}>{t('overview.notUsed')}</span>;
  if (version === undefined) return <span className={styles['none']}>{t('overview.nothing')}</span>;
  return (
    <>
      <span className={isPinned || trial ? styles['own'] : undefined}>
        <VersionText version={version} />
      </span>
      {isPinned && (
        <>
          {' '}
          <span className={styles['pin']}>{t('pinned')}</span>
        </>
      )}
      {trial && (
        <ShareBar percent={trial.percent} words={t('rollout.at', { version: trial.version, percent: formats.percent(trial.percent) })} />
      )}
    </>
  );
}

/** The last twelve hours as a line; what it says stands beside it in words. */
function Spark({ hours, isEmpty }: { hours: Health['hours']; isEmpty: boolean }) {
  const points = sparkPoints(hours);
  const last = isEmpty ? undefined : points.at(-1);
  return (
    <svg
      className={styles['spark']}
      data-empty={isEmpty}
      viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`}
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  );
}
