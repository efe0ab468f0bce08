import type { EarlierSet, Overview, RolloutSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { VersionSummary } from '@enfilade/shared-contracts/api/version-schemas';
import { useCallback } from 'react';
import { useConsole } from '../common/console.tsx';
import { type Query, useQuery } from '../common/use-query.ts';

export interface MuseumContext {
  /** `*` for the default. */
  museumId: string;
  /** The museum, as the beginning of a sentence about a change. */
  whom: string;
  running: Overview['default'];
  overview: Overview;
  details: MuseumDetails;
  /** Resolves when the page's data has loaded. */
  reload(): Promise<unknown>;
}

interface MuseumDetails {
  versions: Partial<Record<string, VersionSummary[]>>;
  rollouts: RolloutSummary[];
  /** Newest first; the first is what is pinned now. */
  history: EarlierSet[];
}

const refreshMs = 30_000;

export function useMuseumDetails(museumId: string, names: readonly string[]): Query<MuseumDetails> {
  const { client } = useConsole();
  const load = useCallback(async (): Promise<MuseumDetails> => {
    const [rollouts, history, ...versions] = await Promise.all([
      client.loadRollouts(museumId),
      client.loadHistory(museumId),
      ...names.map((name) => client.loadVersions(name)),
    ]);
    return { rollouts, history, versions: Object.fromEntries(names.map((name, at) => [name, versions[at] ?? []])) };
  }, [museumId, names, client]);
  return useQuery(load, refreshMs);
}
