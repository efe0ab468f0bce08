import { operatorRemote, type RemoteName, screenNames } from '@enfilade/shared-contracts/releases/contract';
import { useCallback } from 'react';
import type { EarlierSet, PublishedVersion, RolloutView } from '../model/shapes.ts';
import type { Tools } from '../tools.ts';
import { type Polled, usePolled } from '../use-polled.ts';

export interface Details {
  versions: Partial<Record<RemoteName, PublishedVersion[]>>;
  rollouts: RolloutView[];
  /** Newest first; the first is what is pinned now. */
  history: EarlierSet[];
}

const refreshMs = 30_000;

/** The console itself is no screen of a museum: only the default pins it. */
export const remotesOf = (museumId: string): readonly RemoteName[] => (museumId === '*' ? [...screenNames, operatorRemote] : screenNames);

/** What only the page of one museum needs. */
export function useDetails(museumId: string, { client, clock }: Tools): Polled<Details> {
  const load = useCallback(async (): Promise<Details> => {
    const names = remotesOf(museumId);
    const [rollouts, history, ...versions] = await Promise.all([
      client.loadRollouts(museumId),
      client.loadHistory(museumId),
      ...names.map((name) => client.loadVersions(name)),
    ]);
    return { rollouts, history, versions: Object.fromEntries(names.map((name, at) => [name, versions[at] ?? []])) };
  }, [museumId, client]);
  return usePolled(load, clock, refreshMs);
}
