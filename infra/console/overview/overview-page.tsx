import type { Health, MuseumOverview, Overview, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { RouteLink, useConsole } from '../common/console.tsx';
import { type Row, Table } from '../common/parts.tsx';
import { isUsed, listScreens } from '../common/screens.ts';
import { ShareBar } from '../common/share.tsx';
import { VersionText } from '../common/versions.tsx';
import styles from '../styles/overview.module.css';
import pageStyles from '../styles/page.module.css';

/** The museum's own rollouts, and those of the default that touch none of its pins. */
function reachingRollouts(museum: Pick<MuseumOverview, 'screens' | 'rollouts'>, ofDefault: readonly RolloutSummary[]): RolloutSummary[] {
  const isPinned = (name: string) => museum.screens[name]?.pinned === true;
  const inherited = ofDefault.filter(({ versions }) => !Object.keys(versions).some(isPinned));
  return [...museum.rollouts, ...inherited].filter(({ halted }) => halted === null);
}

function listColumns(overview: Overview): string[] {
  const running = [overview.default, ...overview.museums];
  return listScreens(overview).filter((name) => running.some(({ screens }) => screens[name]));
}

/** A rollout of the default counts once. */
function summarize({ museums, default: ofDefault }: Overview): { museums: number; rollouts: number; toWatch: number } {
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

type Counts = Health['hours'][number];

/** `none`: no page has loaded the screen yet. `few`: too few loads or failures to judge. `rising`: more fails lately than before. */
type Condition = 'none' | 'few' | 'well' | 'failing' | 'rising';

const watchFrom = 0.02;
/** Fewer loads are too few for a rate. */
const leastLoads = 20;
/** A single failure may be of one broken phone. */
const leastFailures = 2;
const recentHours = 3;

const sum = (hours: readonly Counts[]): Counts =>
  hours.reduce((all, { loads, failures }) => ({ loads: all.loads + loads, failures: all.failures + failures }), { loads: 0, failures: 0 });
const rateOf = ({ loads, failures }: Counts) => (loads === 0 ? 0 : Math.min(1, failures / loads));

export function judgeHealth({ loads, failures, hours }: Health): Condition {
  if (loads === 0) return 'none';
  const recent = sum(hours.slice(-recentHours));
  const before = rateOf(sum(hours.slice(0, -recentHours)));
  const isBad = (counts: Counts) => counts.loads >= leastLoads && counts.failures >= leastFailures && rateOf(counts) >= watchFrom;
  if (isBad(recent) && rateOf(recent) > before) return 'rising';
  if (isBad(recent) || isBad({ loads, failures })) return 'failing';
  return loads >= leastLoads && rateOf({ loads, failures }) < watchFrom ? 'well' : 'few';
}

export const isToWatch = (health: Health) => ['failing', 'rising'].includes(judgeHealth(health));

/** Percent, cut (never rounded up) to one decimal: 100 means that nothing failed. */
export function loadedWell(health: Counts): number {
  return Math.floor((1 - rateOf(health)) * 1000 + 1e-9) / 10;
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
  const screens = listColumns(overview);
  const columns = [t('overview.museum'), ...screens.map(screenName), t('overview.health')];
  const rowOf = (museum: MuseumOverview, at: number): Row => ({
    key: museum.museumId,
    className: isToWatch(museum.health) ? styles['watch'] : undefined,
    head: <MuseumName museum={museum} position={at + 1} />,
    cells: [
      ...screens.map((name) => (
        <div key={name}>
          <Cell name={name} museum={museum} overview={overview} />
        </div>
      )),
      <HealthCell key="health" health={museum.health} />,
    ],
  });
  return (
    <>
      <header className={styles['head']}>
        <h1>{t('overview.title')}</h1>
        <p>{summary}</p>
      </header>
      {museums === 0 ? (
        <p>{t('overview.empty')}</p>
      ) : (
        <Table kind="museums" label={t('overview.title')} columns={columns} rows={overview.museums.map(rowOf)} />
      )}
      <nav className={pageStyles['ways']} aria-label={t('overview.more')}>
        <RouteLink to={{ page: 'museum', museumId: '*' }}>{t('overview.default', { sequence: overview.default.sequence })}</RouteLink>
        <RouteLink to={{ page: 'tokens' }}>{t('tokens.all')}</RouteLink>
        {mayAll && <RouteLink to={{ page: 'audit' }}>{t('audit.all')}</RouteLink>}
      </nav>
    </>
  );
}

function MuseumName({ museum: { museumId, name, code, sequence }, position }: { museum: MuseumOverview; position: number }) {
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

function HealthCell({ health }: { health: Health }) {
  const { t, formats } = useConsole();
  const condition = judgeHealth(health);
  return (
    <div className={styles['health']}>
      {condition !== 'none' && <span>{formats.percent(loadedWell(health))}</span>}
      <small>{t(`health.${condition}`)}</small>
    </div>
  );
}

interface CellProps {
  name: string;
  museum: MuseumOverview;
  overview: Overview;
}

function Cell({ name, museum, overview }: CellProps) {
  const { t, formats } = useConsole();
  if (museum.leftOut?.includes(name)) return <span className={styles['none']}>{t('screens.leftOut')}</span>;
  if (!isUsed(overview, name, museum.entryScreen)) return <span className={styles['none']}>{t('overview.notUsed')}</span>;
  const running = museum.screens[name];
  if (!running) return <span className={styles['none']}>{t('overview.nothing')}</span>;
  const rollout = reachingRollouts(museum, overview.default.rollouts).find(({ versions }) => versions[name] !== undefined);
  return (
    <>
      <span className={running.pinned || rollout ? styles['own'] : undefined}>
        <VersionText version={running.version} />
      </span>
      {running.pinned && (
        <>
          {' '}
          <span className={pageStyles['pin']}>{t('pinned')}</span>
        </>
      )}
      {rollout && (
        <ShareBar
          percent={rollout.percent}
          words={t('rollout.at', { version: rollout.versions[name] ?? '', percent: formats.percent(rollout.percent) })}
        />
      )}
    </>
  );
}
