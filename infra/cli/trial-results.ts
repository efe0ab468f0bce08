import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Trial } from '@enfilade/shared-contracts/api/version-schemas';
import { formatTable } from './command.ts';
import type { Cell, NamedRelease } from './trial-plan.ts';

export interface FailedPlay {
  play: string;
  problem: string;
}

/** What became of a version at one museum in one host. */
export interface CellResult extends Cell {
  host: string;
  /** How many of its plays are true of that museum. */
  plays: number;
  failed: readonly FailedPlay[];
}

export interface TrialResults {
  cells: readonly CellResult[];
  /** Of each host: its version and where it is from. */
  hosts: readonly { version: string; from: string }[];
  /** Versions that bring no plays: nobody can say of them that they hold. */
  silent: readonly NamedRelease[];
  /** Remotes whose screens are operators'. */
  ofOperators: ReadonlySet<string>;
}

/** A row for each version and museum, a column for each host, and below it what failed. */
export function formatResults({ cells, hosts, silent }: TrialResults): string {
  const rows = new Map<string, { cell: CellResult; byHost: Map<string, CellResult> }>();
  for (const cell of cells) {
    const key = [cell.name, cell.version, cell.museumId].join(' ');
    const row = rows.get(key) ?? { cell, byHost: new Map() };
    row.byHost.set(cell.host, cell);
    rows.set(key, row);
  }
  const table = [...rows.values()].map(({ cell: { name, version, museumId }, byHost }) => [
    `${name} ${version}`,
    museumId,
    ...hosts.map((host) => describeCell(byHost.get(host.version))),
  ]);
  const failed = cells.flatMap((cell) => cell.failed.map((play) => describeFailure(cell, play)));
  return [
    formatTable(['version', 'museum', ...hosts.map(({ version, from }) => `host ${version} (${from})`)], table),
    ...silent.map(({ name, version }) => `${name} ${version} brings no plays.`),
    ...failed,
  ].join('\n');
}

function describeCell(cell: CellResult | undefined): string {
  if (!cell) return 'not tried';
  if (cell.failed.length > 0) return `${cell.failed.length} of ${cell.plays} failed`;
  return cell.plays === 0 ? 'not shown there' : `ok, ${cell.plays}`;
}

function describeFailure({ name, version, museumId, host }: CellResult, { play, problem }: FailedPlay): string {
  return `${name} ${version} at ${museumId} in host ${host}: “${play}”: ${problem}`;
}

export const hasFailed = ({ cells }: TrialResults) => cells.some(({ failed }) => failed.length > 0);

/** Of the problems of all museums together, and of one. */
const mostLetters = 50_000;
const longestProblem = 1_000;

/** What is stored of each version that was tried: at each museum the first play that failed. */
export function trialsOf({ cells, hosts, ofOperators }: TrialResults): (NamedRelease & Trial)[] {
  const trials = new Map<string, NamedRelease & Trial>();
  const letters = Math.min(longestProblem, Math.floor(mostLetters / new Set(cells.map(({ museumId }) => museumId)).size));
  for (const cell of cells) {
    const { name, version, host } = cell;
    const trial = trials.get(`${name} ${version}`) ?? { name, version, hosts: hosts.map((one) => one.version), results: {} };
    const key: MuseumKey = ofOperators.has(name) ? '*' : cell.museumId;
    const [first] = cell.failed;
    // A failure in one host is not mended by another.
    trial.results[key] ??= first ? { play: first.play, host, problem: first.problem.slice(0, letters) } : null;
    trials.set(`${name} ${version}`, trial);
  }
  return [...trials.values()];
}
