import type { Federation } from '../federation.ts';

/** A federation whose builds are what `load` gives for their version; it loads nothing. */
export function createTestFederation(load: (version: string) => Promise<unknown>): Federation & { containers: string[] } {
  const containers: string[] = [];
  return {
    containers,
    loadStock: () => Promise.reject(new Error('no stock remote is there')),
    reloadFor: () => undefined,
    loadScreen({ container }) {
      containers.push(container);
      return load(/^enfilade_[a-z]+_(\w+)$/.exec(container)?.[1]?.replaceAll('_', '.') ?? '');
    },
  };
}
