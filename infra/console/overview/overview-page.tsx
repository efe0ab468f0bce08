import { RouteLink } from '../common/console-route.tsx';
import type { ConsoleTools } from '../common/console-tools.ts';
import type { Overview } from '../common/schemas.ts';
import { ShareBar } from '../common/share.tsx';
import { VersionText } from '../common/versions.tsx';
import styles from '../styles/overview.module.css';
import pageStyles from '../styles/page.module.css';
import { loadedWell, sparkBox, sparkPoints } from './health.ts';
import { listColumns, type OverviewRow, pickRows, type ScreenCell, summarize } from './overview-rows.ts';

interface OverviewPageProps {
  overview: Overview;
  /** An operator of everything also sees the default and the whole audit log. */
  mayAll: boolean;
  tools: ConsoleTools;
}

/** Museums and screens, to be read at a glance. */
export function OverviewPage({ overview, mayAll, tools }: OverviewPageProps) {
  const { t, go, screenName } = tools;
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
              {listColumns(overview).map((name) => (
                <th key={name} scope="col">
                  {screenName(name)}
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
        <RouteLink to={{ page: 'museum', museumId: '*' }} go={go}>
          {t('overview.default', { sequence: overview.default.sequence })}
        </RouteLink>
        <RouteLink to={{ page: 'tokens' }} go={go}>
          {t('tokens.all')}
        </RouteLink>
        {mayAll && (
          <RouteLink to={{ page: 'audit' }} go={go}>
            {t('audit.all')}
          </RouteLink>
        )}
      </nav>
    </>
  );
}

interface MuseumRowProps {
  row: OverviewRow;
  /** From 1. */
  position: number;
  tools: ConsoleTools;
}

/** One museum: its screens' versions, what is being tried, and how its pages fared. */
function MuseumRow({ row: { museum, cells, condition }, position, tools }: MuseumRowProps) {
  const { t, formats, go, screenName } = tools;
  const isBad = condition === 'rising' || condition === 'failing';
  const set = t('overview.set', { sequence: museum.sequence });
  return (
    <tr className={isBad ? styles['watch'] : undefined}>
      <th scope="row">
        <span className={styles['number']} aria-hidden="true">
          {String(position).padStart(2, '0')}
        </span>
        <RouteLink to={{ page: 'museum', museumId: museum.museumId }} go={go} className={styles['name']}>
          {museum.name}
        </RouteLink>
        <small>{museum.code ? `${museum.code}, ${set}` : set}</small>
      </th>
      {cells.map((cell) => (
        <td key={cell.name} data-name={screenName(cell.name)}>
          <div>
            <Cell cell={cell} tools={tools} />
          </div>
        </td>
      ))}
      <td data-kind="health">
        <div className={styles['health']}>
          <Spark hours={museum.health.hours} isEmpty={condition === 'none'} />
          <span>
            {condition !== 'none' && <span>{formats.percent(loadedWell(museum.health))}</span>}
            <small>{t(`health.${condition}`)}</small>
          </span>
        </div>
      </td>
    </tr>
  );
}

function Cell({ cell: { version, isPinned, isUsed, isLeftOut, trial }, tools: { t, formats } }: { cell: ScreenCell; tools: ConsoleTools }) {
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
function Spark({ hours, isEmpty }: { hours: readonly { loads: number; failures: number }[]; isEmpty: boolean }) {
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
