import { useCallback } from 'react';
import type { ConsoleTools } from '../common/console-tools.ts';
import type { DefaultOverview, EarlierSet, Overview, Rollout, Version } from '../common/schemas.ts';
import { listScreens } from '../common/screens.ts';
import { type Polled, usePolled } from '../common/use-polled.ts';

/** What the sections of a museum's page share. */
export interface MuseumContext {
  /** `*` for the default. */
  museumId: string;
  /** Whom a change concerns, as the beginning of a sentence. */
  whom: string;
  running: DefaultOverview;
  overview: Overview;
  details: MuseumDetails;
  tools: ConsoleTools;
  /** Loads everything again; resolves when it is there. */
  reload(): Promise<unknown>;
}

interface MuseumDetails {
  versions: Partial<Record<string, Version[]>>;
  rollouts: Rollout[];
  /** Newest first; the first is what is pinned now. */
  history: EarlierSet[];
}

const refreshMs = 30_000;

/** What only the page of one museum needs. */
export function useMuseumDetails(museumId: string, overview: Overview, { client, clock }: ConsoleTools): Polled<MuseumDetails> {
  const listed = listScreens(overview, museumId).join();
  const load = useCallback(async (): Promise<MuseumDetails> => {
    const names = listed.split(',').filter(Boolean);
    const [rollouts, history, ...versions] = await Promise.all([
      client.loadRollouts(museumId),
      client.loadHistory(museumId),
      ...names.map((name) => client.loadVersions(name)),
    ]);
    return { rollouts, history, versions: Object.fromEntries(names.map((name, at) => [name, versions[at] ?? []])) };
  }, [museumId, listed, client]);
  return usePolled(load, clock, refreshMs);
}
