import { allowScripts } from '@enfilade/shared-contracts/kit/known-scripts';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { createInstance } from '@module-federation/enhanced/runtime';
// biome-ignore lint/performance/noNamespaceImport: builds with `externalRuntime` find all of it on the global
import * as runtimeCore from '@module-federation/runtime-core';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { listTexts, restoreText } from './page-frame.ts';
import { RemoteError } from './remote-error.ts';

// Runs builds of the stock federation plugin: fetched when a page is about to show one.

/** RUNTIME-008 is "failed to load script resources". */
const notFetched = /RUNTIME-008/;

export interface FederationRuntimeOptions {
  /** A script with the hash of the set. Throws RemoteError for an address that no set holds. */
  createScript(url: string): HTMLScriptElement;
  /** Whether a set holds the address. */
  isKnown(url: string): boolean;
  /** What the page provides: package → itself and its version. */
  shared: Record<string, { lib: unknown; version: string }>;
}

interface StockBuild {
  container: string;
  entry: string;
}

/** The ecosystem's own runtime, one for the page. */
export type FederationRuntime = ReturnType<typeof createFederationRuntime>;

export function createFederationRuntime({ createScript, isKnown, shared }: FederationRuntimeOptions) {
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
  // The bundler's own part of an entry sets the addresses of its chunks as plain strings, with the hashes that the entry holds.
  allowScripts(isKnown);
  return {
    async loadScreen({ container, entry }: StockBuild, isRetry: boolean): Promise<unknown> {
      runtime.registerRemotes([{ name: container, entry, entryGlobalName: container }], { force: isRetry });
      try {
        return await runtime.loadRemote(`${container}/screen`);
      } catch (error) {
        if (error instanceof Error && notFetched.test(error.message)) throw new RemoteError('unreachable', error.message, error);
        throw error;
      }
    },
    /** The module with its screen in the section that screens of the preset draw themselves. */
    frame(module: ScreenModule, remote: string, version: string): ScreenModule {
      const { default: Screen } = module;
      if (!Screen) return module;
      return { ...module, default: (props) => <Framed Screen={Screen} props={props} remote={remote} version={version} /> };
    },
    reload,
  };
}

interface FramedProps {
  Screen: ScreenModule['default'];
  props: ScreenProps;
  remote: string;
  version: string;
}

/** How long after it was drawn the screen is looked for, and once more as long after that. */
const lookMs = 3_000;

/** A section around nothing has a box: whether it is blank is seen by what is in it. */
function Framed({ Screen, props, remote, version }: FramedProps) {
  const section = useRef<HTMLElement>(null);
  const [isBlank, setBlank] = useState(false);
  const { clock } = props;
  useEffect(() => restoreTexts(), []);
  useEffect(() => {
    const isEmpty = () => !section.current?.innerText.trim() && !section.current?.querySelector('img, svg, canvas, video, input');
    let cancel = clock.after(lookMs, () => {
      if (isEmpty()) cancel = clock.after(lookMs, () => setBlank(isEmpty()));
    });
    return () => cancel();
  }, [clock]);
  if (isBlank) throw new RemoteError('blank', 'Nothing of it can be seen');
  return (
    <section ref={section} data-remote={remote} data-version={version}>
      <Screen {...props} />
    </section>
  );
}

const storage = safeStorage(() => window.sessionStorage);
const keptTexts = 'kept-texts';
const textsSchema = z.catch(z.array(z.tuple([z.string(), z.string()])), []);

/** Begins the page anew, for another version of a container that ran in it. What was typed is put back. */
function reload(): void {
  storage.writeJson(keptTexts, listTexts(document));
  window.location.reload();
}

function restoreTexts(): void {
  const texts = textsSchema.parse(storage.readJson(keptTexts));
  storage.writeJson(keptTexts, []);
  for (const text of texts) restoreText(document, text);
}
