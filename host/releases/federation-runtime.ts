import { createInstance } from '@module-federation/enhanced/runtime';
// biome-ignore lint/performance/noNamespaceImport: remotes are built without the runtime's core and find all of it on the global
import * as runtimeCore from '@module-federation/runtime-core';
import { RemoteError } from './remote-error.ts';

/** RUNTIME-008 is "failed to load script resources". */
const notFetched = /RUNTIME-008/;

export interface FederationRuntimeOptions {
  createScript(url: string): HTMLScriptElement;
  /** What the page provides: package → itself and its version. */
  shared: Record<string, { lib: unknown; version: string }>;
}

/** Loads builds of federation 2, whose entries hold half of its runtime and look for the other half on the page. */
export function createFederationRuntime({ createScript, shared }: FederationRuntimeOptions) {
  (globalThis as { _FEDERATION_RUNTIME_CORE?: unknown })._FEDERATION_RUNTIME_CORE = runtimeCore;
  const provided = Object.entries(shared).map(([name, { lib, version }]) => {
    return [name, { version, scope: 'default', lib: () => lib, shareConfig: { singleton: true, requiredVersion: `^${version}` } }];
  });
  const runtime = createInstance({
    name: 'enfilade',
    remotes: [],
    plugins: [{ name: 'enfilade-integrity', createScript: ({ url }) => createScript(url) }],
    // 'version-first' would fetch every registered entry at once, and one dead remote would stop them all.
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(provided),
  });
  return {
    version: runtime.version,
    async loadScreen({ container, entry }: { container: string; entry: string }, isRetry: boolean): Promise<unknown> {
      runtime.registerRemotes([{ name: container, entry, entryGlobalName: container }], { force: isRetry });
      try {
        return await runtime.loadRemote(`${container}/screen`);
      } catch (error) {
        if (error instanceof Error && notFetched.test(error.message)) throw new RemoteError('unreachable', error.message, error);
        throw error;
      }
    },
  };
}
