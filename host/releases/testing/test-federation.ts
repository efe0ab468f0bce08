import type { Federation } from '../federation.ts';

interface Decided {
  containers: string[];
  /** Undefined if the page can run each set. */
  reload: (() => void) | undefined;
}

/** `load` gives a build's module by its version. */
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
