import type { Health, MuseumOverview, Overview, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { RouteLink, useConsole } from '../common/console.tsx';
import { type Row, Table } from '../common/parts.tsx';
import { isUsed, listScreens } from '../common/screens.ts';
import { ShareBar } from '../common/share.tsx';
import { VersionText } from '../common/versions.tsx';
import styles from '../styles/overview.module.css';
import pageStyles from '../styles/page.module.css';
import { type Condition, isToWatch, judgeHealth, loadedWell } from './health.ts';

export interface ScreenCell {
  name: string;
  /** Version for visitors outside a rollout; undefined if no version is pinned. */
  version: string | undefined;
  isPinned: boolean;
  /** False for screens that this museum does not use. */
  isUsed: boolean;
  isLeftOut: boolean;
  trial: { version: string; percent: number } | undefined;
}

export interface OverviewRow {
  museum: MuseumOverview;
  cells: ScreenCell[];
  condition: Condition;
}

/** The museum's own rollouts, and those of the default that touch none of its pins. */
export function reachingRollouts(
  museum: Pick<MuseumOverview, 'screens' | 'rollouts'>,
  ofDefault: readonly RolloutSummary[],
): RolloutSummary[] {
  const isPinned = (name: string) => museum.screens[name]?.pinned === true;
  const inherited = ofDefault.filter(({ versions }) => !Object.keys(versions).some(isPinned));
  return [...museum.rollouts, ...inherited].filter(({ halted }) => halted === null);
}

export function listColumns(overview: Overview): string[] {
  const running = [overview.default, ...overview.museums];
  return listScreens(overview).filter((name) => running.some(({ screens }) => screens[name]));
}

export function pickRows(overview: Overview): OverviewRow[] {
  const columns = listColumns(overview);
  return overview.museums.map((museum) => {
    const running = reachingRollouts(museum, overview.default.rollouts);
    return {
      museum,
      condition: judgeHealth(museum.health),
      cells: columns.map((name) => {
        const rollout = running.find(({ versions }) => versions[name] !== undefined);
        const version = rollout?.versions[name];
        return {
          name,
          isUsed: isUsed(overview, name, museum.entryScreen),
          isLeftOut: museum.leftOut?.includes(name) ?? false,
          version: museum.screens[name]?.version,
          isPinned: museum.screens[name]?.pinned ?? false,
          trial: rollout && version !== undefined ? { version, percent: rollout.percent } : undefined,
        };
      }),
    };
  });
}

/** A rollout of the default counts once. */
export function summarize({ museums, default: ofDefault }: Overview): { museums: number; rollouts: number; toWatch: number } {
  const running = [...museums, ofDefault].flatMap(({ rollouts }) => rollouts).filter(({ halted }) => halted === null);
  return {
    museums: museums.length,
    rollouts: new Set(running.map(({ id }) => id)).size,
    toWatch: museums.filter(({ health }) => isToWatch(health)).length,
  };
}

export type Releases = MuseumOverview | Overview['default'];

/** `*` for the default. Undefined if this operator may not see the museum. */
export function findReleases(overview: Overview, museumId: string): Releases | undefined {
  return museumId === '*' ? overview.default : overview.museums.find((museum) => museum.museumId === museumId);
}

interface OverviewPageProps {
  overview: Overview;
  /** An operator of everything also sees the default and the whole audit log. */
  mayAll: boolean;
}

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
      {condition !== 'none' && <span>{formats.percent(loadedWell(health))}</span>}
      <small>{t(`health.${condition}`)}</small>
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
          <span className={pageStyles['pin']}>{t('pinned')}</span>
        </>
      )}
      {trial && (
        <ShareBar percent={trial.percent} words={t('rollout.at', { version: trial.version, percent: formats.percent(trial.percent) })} />
      )}
    </>
  );
}
