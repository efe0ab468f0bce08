import type { Federation } from '../federation.ts';

/** A federation runtime whose remotes are what `load` gives for their version; it loads nothing. */
export function createTestFederation(load: (version: string) => Promise<unknown>): Federation & { registered: string[] } {
  const registered: string[] = [];
  return {
    version: '2.9.2',
    registered,
    registerRemotes: (remotes) => void registered.push(...remotes.map(({ entryGlobalName }) => entryGlobalName)),
    loadRemote: (id) => load(/_[a-z]+_(\w+)\/screen$/.exec(id)?.[1]?.replaceAll('_', '.') ?? ''),
  };
}
