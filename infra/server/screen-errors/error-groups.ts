import type { ErrorFrame, ErrorGroup } from '@enfilade/shared-contracts/api/registry-schemas';

export type StoredGroups = readonly StoredGroup[];

interface StoredGroup {
  place: string | null;
  kinds: readonly string[];
  frames: readonly ErrorFrame[];
  /** Members see only the errors of their museums. */
  museums: Readonly<Record<string, OfMuseum>>;
}

/** Times in ms since the epoch. */
interface OfMuseum {
  visits: number;
  first: number;
  last: number;
  browsers: Readonly<Record<string, number>>;
}

export interface FoundError {
  kind: string;
  frames: readonly ErrorFrame[];
  museumId: string;
  browser: string;
}

/** Keep a version's groups under about 100 kB. */
export const mostGroups = 50;
export const mostMuseums = 40;
export const mostBrowsers = 20;
export const keptMs = 30 * 24 * 60 * 60_000;
/** Key of museums and browsers over the limit. */
const other = 'other';

/** The innermost place in the remote's own sources, because the host or a package is rarely the cause. */
export function placeOf(frames: readonly ErrorFrame[], remote: string): string | null {
  const own = frames.filter((frame) => frame.remote === remote);
  const found = own.find(({ file }) => !foreign.test(file)) ?? own[0];
  return found ? `${found.file}:${found.line}` : null;
}

/** Paths of packages and of the bundler in the preset's maps. */
const foreign = /^(?:node_modules|shared-contracts|webpack)\//;

export const groupKey = (place: string | null, kind: string) => place ?? kind;

/** Drops groups without visits for 30 days, then the oldest groups over the limit. */
export function addError(groups: StoredGroups, remote: string, { kind, frames, museumId, browser }: FoundError, now: number): StoredGroups {
  const place = placeOf(frames, remote);
  const keyOf = (group: StoredGroup) => groupKey(group.place, group.kinds[0] ?? '');
  const key = groupKey(place, kind);
  const before = groups.find((group) => keyOf(group) === key) ?? { place, kinds: [], frames, museums: {} };
  const changed: StoredGroup = {
    ...before,
    kinds: before.kinds.includes(kind) ? before.kinds : [...before.kinds, kind],
    museums: addVisit(before.museums, museumId, browser, now),
  };
  return [changed, ...groups.filter((group) => group !== before)]
    .filter((group) => lastOf(group) > now - keptMs)
    .sort((one, another) => lastOf(another) - lastOf(one))
    .slice(0, mostGroups);
}

const lastOf = ({ museums }: StoredGroup) => Math.max(...Object.values(museums).map(({ last }) => last));

function addVisit(museums: StoredGroup['museums'], museumId: string, browser: string, now: number): StoredGroup['museums'] {
  const isFull = Object.keys(museums).length >= mostMuseums;
  const name = museumId in museums || !isFull ? museumId : other;
  const { visits, first, browsers }: Omit<OfMuseum, 'last'> = museums[name] ?? { visits: 0, first: now, browsers: {} };
  const ofBrowser = browser in browsers || Object.keys(browsers).length < mostBrowsers ? browser : other;
  const counted = { ...browsers, [ofBrowser]: (browsers[ofBrowser] ?? 0) + 1 };
  return { ...museums, [name]: { visits: visits + 1, first, last: now, browsers: counted } };
}

/** Empty if no visit of the museum had the error. */
export function showGroup({ place, kinds, frames, museums }: StoredGroup, version: string, museumId?: string): ErrorGroup[] {
  const seen = Object.entries(museums).filter(([museum]) => museumId === undefined || museum === museumId);
  if (seen.length === 0) return [];
  const parts = seen.map(([, part]) => part);
  const browsers = new Map<string, number>();
  for (const [browser, visits] of parts.flatMap((part) => Object.entries(part.browsers)))
    browsers.set(browser, (browsers.get(browser) ?? 0) + visits);
  const iso = (ms: number) => new Date(ms).toISOString();
  return [
    {
      ...{ version, place, kinds: [...kinds], frames: [...frames] },
      visits: parts.reduce((sum, { visits }) => sum + visits, 0),
      firstSeen: iso(Math.min(...parts.map(({ first }) => first))),
      lastSeen: iso(Math.max(...parts.map(({ last }) => last))),
      museums: seen.map(([museumId, { visits }]) => ({ museumId, visits })).sort(byVisits),
      browsers: [...browsers].map(([browser, visits]) => ({ browser, visits })).sort(byVisits),
    },
  ];
}

export const byVisits = (one: { visits: number }, another: { visits: number }) => another.visits - one.visits;
