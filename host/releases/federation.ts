import { createLazy, type Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as React from 'react';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as jsxRuntime from 'react/jsx-runtime';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as ReactDom from 'react-dom';
import { createRoot } from 'react-dom/client';
import { artifactAddress, cdnOrigin } from './artifact-address.ts';
import { RemoteError } from './remote-error.ts';
import type { CreateScript, FederatedBuild, StockRemotes } from './stock-remotes.tsx';

/** A remote's version ranges are checked against these before its scripts run. */
export const sharedPackages: Record<string, { lib: unknown; version: string }> = {
  react: { lib: React, version: React.version },
  'react/jsx-runtime': { lib: jsxRuntime, version: React.version },
  'react-dom': { lib: ReactDom, version: ReactDom.version },
  // Omits `hydrateRoot`, which no remote needs and which would add 0.4 kB to every page.
  'react-dom/client': { lib: { createRoot }, version: ReactDom.version },
};

export type Federation = ReturnType<typeof createFederation>;

/** The form in which every bundler with federation writes an entry's global. */
interface Container {
  init(shared: ShareScope): unknown;
  get(exposed: './screen'): Promise<() => unknown>;
}

/** Package → version → its provider; the container protocol fixes this form. */
type ShareScope = Record<string, Record<string, { get(): () => unknown; from: string; eager: boolean; loaded: 1 }>>;

const pageScope: ShareScope = Object.fromEntries(
  Object.entries(sharedPackages).map(([name, { lib, version }]) => {
    return [name, { [version]: { get: () => () => lib, from: 'enfilade', eager: true, loaded: 1 } }];
  }),
);

/** Refuses an entry without a hash in `integrityOf`. */
export function createFederation(
  integrityOf: (path: string) => string | undefined,
  importStock: (page: { createScript: CreateScript; isKnown(address: string): boolean }) => Promise<StockRemotes>,
) {
  const { createScript, isKnown } = scriptCreator(integrityOf);
  const containers = new Map<string, Lazy<Container>>();
  const stock = createLazy(() =>
    importStock({ createScript, isKnown }).catch((cause: unknown) => {
      throw new RemoteError('unreachable', 'The federation runtime failed to load', cause);
    }),
  );
  return {
    /**
     * Loads the module `./screen` once for each build. Rejects with RemoteError or with the build's own error.
     * @param isRetry runs the entry again: a container never re-evaluates a module that threw
     */
    async loadScreen(build: FederatedBuild, isRetry: boolean): Promise<unknown> {
      const known = isRetry ? undefined : containers.get(build.container);
      const container = known ?? createLazy(() => startContainer(build, createScript(build.entry)));
      containers.set(build.container, container);
      return (await (await container.load()).get('./screen'))();
    },
    /** The first such build fetches the ecosystem's federation runtime. */
    loadStock: (): Promise<StockRemotes> => stock.load(),
    /** Undefined if the page can run the set as it is. */
    reloadFor({ remotes }: Pick<ReleaseSet, 'remotes'>): (() => void) | undefined {
      const loaded = stock.getState();
      return loaded?.hasOthers(Object.values(remotes)) ? loaded.reload : undefined;
    },
  };
}

async function startContainer({ container: name, entry }: FederatedBuild, script: HTMLScriptElement): Promise<Container> {
  const globals = globalThis as unknown as Record<string, Container | undefined>;
  // An entry that throws would leave the container of an earlier attempt in place.
  Reflect.set(globals, name, undefined);
  await runScript(script);
  const container = globals[name];
  if (!container) throw new RemoteError('broken', `${entry} did not set the container ${name}`);
  await container.init(pageScope);
  return container;
}

/** Also resolves if the script threw. */
async function runScript(script: HTMLScriptElement): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      script.onload = () => resolve();
      script.onerror = () => reject(new RemoteError('unreachable', `${script.src} failed to load`));
      document.head.append(script);
    });
  } finally {
    script.remove();
  }
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
type TrustedTypes = Record<'createPolicy', (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy>;

function scriptCreator(integrityOf: (path: string) => string | undefined) {
  const hashOf = (url: string) => {
    const { origin, pathname } = new URL(url, location.href);
    return origin === location.origin || origin === cdnOrigin() ? integrityOf(pathname) : undefined;
  };
  const rules: ScriptUrlPolicy = {
    createScriptURL(url) {
      if (!hashOf(url)) throw new RemoteError('incompatible', `${url} has no integrity hash in the release set`);
      return url;
    },
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('enfilade-loader', rules) ?? rules;
  return {
    isKnown: (url: string) => hashOf(url) !== undefined,
    createScript(asked: string): HTMLScriptElement {
      const url = artifactAddress(asked);
      const src = policy.createScriptURL(url);
      return Object.assign(document.createElement('script'), { integrity: hashOf(url), crossOrigin: 'anonymous', async: true, src });
    },
  };
}
