import type { Federation } from '../federation.ts';

/** What a test decides of a page. */
interface Decided {
  containers: string[];
  /** Reloads the page in place of a swap; undefined if the page can run each set. */
  reload: (() => void) | undefined;
}

/** A federation whose builds are what `load` gives for their version; it loads nothing. */
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
