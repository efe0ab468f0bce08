import type { Federation } from '../federation.ts';

/** The part of the page that a test controls. */
interface Decided {
  containers: string[];
  /** Reloads the page in place of a swap; undefined if the page can run each set. */
  reload: (() => void) | undefined;
}

/** A federation whose builds are the results of `load` for their version. */
export function createTestFederation(load: (version: string) => Promise<unknown>): Federation & Decided {
  const federation: Federation & Decided = {
    containers: [],
    reload: undefined,
    loadStock: () => Promise.reject(new Error('no stock remote is there')),
    reloadFor: () => federation.reload,
    loadScreen({ container }) {
      federation.containers.push(container);
      return load(/^enfilade_[a-z]+_(\w+)$/.exec(container)?.[1]?.replaceAll('_', '.') ?? '');
    },
  };
  return federation;
}
