import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
// biome-ignore lint/performance/noNamespaceImport: remotes are built without the runtime's core and find all of it on the global
import * as runtimeCore from '@module-federation/runtime-core';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as React from 'react';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as jsxRuntime from 'react/jsx-runtime';
// biome-ignore lint/performance/noNamespaceImport: a shared package is the whole package
import * as ReactDom from 'react-dom';
import { RemoteError } from './remote-error.ts';

/** What this page provides to remotes; their ranges are checked against it before any of their scripts runs. */
export const sharedVersions: Record<string, string> = {
  react: React.version,
  'react/jsx-runtime': React.version,
  'react-dom': ReactDom.version,
};

/** What is used of the federation runtime. */
export interface Federation {
  readonly version: string;
  registerRemotes(remotes: { name: string; entry: string; entryGlobalName: string }[], options: { force: boolean }): void;
  /** @param id the container's name and what it exposes: `enfilade_visit_1_8_0/screen` */
  loadRemote(id: string): Promise<unknown>;
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/** The page's federation runtime. It refuses to load an entry whose hash `integrityOf` does not know. */
export function createFederation(integrityOf: (path: string) => string | undefined): Federation {
  (globalThis as { _FEDERATION_RUNTIME_CORE?: unknown })._FEDERATION_RUNTIME_CORE = runtimeCore;
  const shared = (lib: unknown, name: string) => ({
    version: sharedVersions[name] ?? '',
    scope: 'default',
    lib: () => lib as never,
    shareConfig: { singleton: true, requiredVersion: `^${sharedVersions[name]}` },
  });
  return createInstance({
    name: 'enfilade',
    remotes: [],
    plugins: [integrityGuard(integrityOf)],
    // 'version-first' would fetch every registered entry at once, and one dead remote would stop them all.
    shareStrategy: 'loaded-first',
    shared: {
      react: shared(React, 'react'),
      'react/jsx-runtime': shared(jsxRuntime, 'react/jsx-runtime'),
      'react-dom': shared(ReactDom, 'react-dom'),
    },
  });
}

function integrityGuard(integrityOf: (path: string) => string | undefined): ModuleFederationRuntimePlugin {
  const required = (url: string) => {
    const { origin, pathname } = new URL(url, location.href);
    const integrity = origin === location.origin ? integrityOf(pathname) : undefined;
    if (!integrity) throw new RemoteError('incompatible', `${url} has no integrity hash in the release set`);
    return integrity;
  };
  const policy = scriptUrlPolicy((url) => {
    required(url);
    return url;
  });
  return {
    name: 'enfilade-integrity',
    createScript({ url }) {
      const script = document.createElement('script');
      script.integrity = required(url);
      script.crossOrigin = 'anonymous';
      script.async = true;
      script.src = policy.createScriptURL(url);
      return script;
    },
  };
}

function scriptUrlPolicy(check: (url: string) => string): ScriptUrlPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('enfilade-loader', { createScriptURL: check }) ?? { createScriptURL: check };
}
