import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';

// What is tried where. A round is one set of pins: of one remote a museum runs one version at a time.

export interface NamedRelease {
  name: string;
  version: string;
}

/** What one museum runs now, and what its running rollouts give to some. */
export interface MuseumState {
  museumId: string;
  versions: Readonly<Record<string, string>>;
  rollouts: readonly Readonly<Record<string, string>>[];
}

/** A version at a museum, to be played in every host. */
export interface Cell extends NamedRelease {
  museumId: string;
}

export interface Round {
  pins: ReadonlyMap<MuseumKey, ReadonlyMap<string, string>>;
  cells: readonly Cell[];
}

/** What the rounds are planned of. */
export interface Site {
  museums: readonly MuseumState[];
  /** What the default of all museums is. */
  defaults: MuseumState['versions'];
  /** Remotes whose screens are operators': they belong to no museum, so no museum pins them. */
  ofOperators: ReadonlySet<string>;
}

/** A version that is to be given to museums: it takes the place of what they run, and everything beside it stays. */
export function planRelease({ name, version }: NamedRelease, site: Site): Round[] {
  const { museums, defaults, ofOperators } = site;
  const cells = museums.map(({ museumId }) => ({ museumId, name, version }));
  const given = museums.map((museum) => ({ ...museum, versions: { ...museum.versions, [name]: version } }));
  return [roundOf(cells, { ...site, museums: given, defaults: ofOperators.has(name) ? { ...defaults, [name]: version } : defaults })];
}

/** A host that is to be given to everybody: every version that a visitor may get is played in it, those of rollouts after what all get. */
export function planHost(site: Site): Round[] {
  const { museums } = site;
  const most = Math.max(0, ...museums.map(({ rollouts }) => rollouts.length));
  const rounds = [
    roundOf(
      museums.flatMap(({ museumId, versions }) => cellsOf(museumId, versions)),
      site,
    ),
  ];
  for (let at = 0; at < most; at += 1) {
    const rolled = museums.map((museum) => ({ ...museum, versions: { ...museum.versions, ...museum.rollouts[at] } }));
    const cells = museums.flatMap(({ museumId, rollouts }) => cellsOf(museumId, rollouts[at] ?? {}));
    rounds.push(roundOf(cells, { ...site, museums: rolled }));
  }
  return rounds;
}

function cellsOf(museumId: string, versions: Readonly<Record<string, string>>): Cell[] {
  return Object.entries(versions).map(([name, version]) => ({ museumId, name, version }));
}

function roundOf(cells: readonly Cell[], { museums, defaults, ofOperators }: Site): Round {
  const isMuseums = ([name]: [string, string]) => !ofOperators.has(name);
  const own = museums.map(({ museumId, versions }) => [museumId, new Map(Object.entries(versions).filter(isMuseums))] as const);
  return { cells, pins: new Map([['*', new Map(Object.entries(defaults))] as const, ...own]) };
}

/** All versions that the rounds need, each once. */
export function releasesOf(rounds: readonly Round[]): NamedRelease[] {
  const found = new Map<string, NamedRelease>();
  for (const { pins } of rounds)
    for (const versions of pins.values()) for (const [name, version] of versions) found.set(`${name} ${version}`, { name, version });
  return [...found.values()];
}
