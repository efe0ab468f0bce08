import type { MuseumOverview, Overview, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import { isUsed, listScreens } from '../common/screens.ts';
import { type Condition, isToWatch, judgeHealth } from './health.ts';

/** One screen of one museum. */
export interface ScreenCell {
  name: string;
  /** What visitors outside a rollout run; undefined when none is pinned. */
  version: string | undefined;
  isPinned: boolean;
  /** False for screens that no visitor of this museum comes to. */
  isUsed: boolean;
  isLeftOut: boolean;
  /** The version being tried, and on how many percent of the visitors. */
  trial: { version: string; percent: number } | undefined;
}

export interface OverviewRow {
  museum: MuseumOverview;
  cells: ScreenCell[];
  condition: Condition;
}

/** The rollouts that reach the museum's visitors: its own, and those of the default that meet none of its pins. */
export function reachingRollouts(
  museum: Pick<MuseumOverview, 'screens' | 'rollouts'>,
  ofDefault: readonly RolloutSummary[],
): RolloutSummary[] {
  const isPinned = (name: string) => museum.screens[name]?.pinned === true;
  const inherited = ofDefault.filter(({ versions }) => !Object.keys(versions).some(isPinned));
  return [...museum.rollouts, ...inherited].filter(({ halted }) => halted === null);
}

/** Those that some museum runs. */
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
      cells: columns.map((name) => cellOf(museum, { name, isUsed: isUsed(overview, name, museum.entryScreen), running })),
    };
  });
}

interface CellFacts {
  name: string;
  isUsed: boolean;
  running: readonly RolloutSummary[];
}

function cellOf({ screens, leftOut = [] }: MuseumOverview, { name, isUsed, running }: CellFacts): ScreenCell {
  const [rollout] = running.filter(({ versions }) => versions[name] !== undefined);
  const version = rollout?.versions[name];
  return {
    name,
    isUsed,
    isLeftOut: leftOut.includes(name),
    version: screens[name]?.version,
    isPinned: screens[name]?.pinned ?? false,
    trial: rollout && version !== undefined ? { version, percent: rollout.percent } : undefined,
  };
}

/** The line above the table. A rollout of the default counts once. */
export function summarize({ museums, default: ofDefault }: Overview): { museums: number; rollouts: number; toWatch: number } {
  const running = [...museums, ofDefault].flatMap(({ rollouts }) => rollouts).filter(({ halted }) => halted === null);
  return {
    museums: museums.length,
    rollouts: new Set(running.map(({ id }) => id)).size,
    toWatch: museums.filter(({ health }) => isToWatch(health)).length,
  };
}

/** Of a museum, or of the default. */
export type Releases = MuseumOverview | Overview['default'];

/** What the page of one museum, or of `*`, is about; undefined when this operator does not see it. */
export function findReleases(overview: Overview, museumId: string): Releases | undefined {
  return museumId === '*' ? overview.default : overview.museums.find((museum) => museum.museumId === museumId);
}
