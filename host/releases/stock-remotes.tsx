import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { allowScripts } from '@enfilade/shared-contracts/kit/known-scripts';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { typedKey } from '@enfilade/shared-contracts/visit/stored-names';
import { createInstance } from '@module-federation/enhanced/runtime';
// Remotes without the runtime's core read all of it from the global.
import * as runtimeCore from '@module-federation/runtime-core';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { restoreFields, SavedFields, saveFields } from './page-frame.ts';
import { RemoteError } from './remote-error.ts';

export interface FederatedBuild {
  /** Name of the build's global. */
  container: string;
  entry: string;
}

export type CreateScript = (url: string) => HTMLScriptElement;

export interface StockRemotesOptions {
  createScript: CreateScript;
  /** True if a set of this page has the file's hash. */
  isKnown(address: string): boolean;
  /** The keys are package names. */
  shared: Record<string, { lib: unknown; version: string }>;
  window: Window;
  /** Injected, because modules that two chunks share would enlarge the host's first script. */
  host: {
    saveFields: typeof saveFields;
    restoreFields: typeof restoreFields;
    /** @returns a function that ends the checks */
    watchBlank(clock: Clock, onBlank: (error: RemoteError) => void, isBlank: () => boolean): () => void;
    /** Resolves when all failures so far are reported or have timed out. */
    whenReported(): Promise<unknown>;
  };
}

/** A page runs one version of each build. */
export type StockRemotes = ReturnType<typeof createStockRemotes>;

export function createStockRemotes({ createScript, isKnown, shared, window, host }: StockRemotesOptions) {
  // A build without the runtime's core reads the core from this global.
  (globalThis as { _FEDERATION_RUNTIME_CORE?: unknown })._FEDERATION_RUNTIME_CORE = runtimeCore;
  // Chunk loaders of such builds set addresses as strings, which Trusted Types refuse by default.
  allowScripts(isKnown);
  const provided = Object.entries(shared).map(([name, { lib, version }]) => {
    return [name, { version, scope: 'default', lib: () => lib, shareConfig: { singleton: true, requiredVersion: `^${version}` } }];
  });
  const runtime = createInstance({
    name: 'enfilade',
    remotes: [],
    // The runtime resolves an entry on this site, although a CDN may serve the file.
    plugins: [{ name: 'enfilade-integrity', createScript: ({ url }) => createScript(new URL(url, location.href).pathname) }],
    // 'version-first' would fetch every registered entry at once, and one missing entry would fail all remotes.
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(provided),
  });
  /** Container → entry. */
  const entries = new Map<string, string>();
  let typed = takeTyped(window);

  return {
    async loadScreen({ container, entry }: FederatedBuild, isRetry: boolean): Promise<unknown> {
      entries.set(container, entry);
      runtime.registerRemotes([{ name: container, entry, entryGlobalName: container }], { force: isRetry });
      describePage(entries, shared);
      try {
        return await runtime.loadRemote(`${container}/screen`);
      } catch (error) {
        if (error instanceof Error && notFetched.test(error.message)) throw new RemoteError('unreachable', error.message, error);
        throw error;
      }
    },
    /** Screens of the preset render this section themselves. */
    frame(screen: Partial<ScreenModule>, remote: string, version: string): Partial<ScreenModule> {
      const { default: Screen, ...module } = screen;
      const restore = () => {
        if (typed?.remote === remote) host.restoreFields(typed.fields, window.document);
        typed = undefined;
      };
      const about = { remote, version, restore, watchBlank: host.watchBlank };
      return {
        ...module,
        loadTexts: module.loadTexts ?? (async () => ({ default: {} })),
        ...(Screen && { default: (props) => <Framed {...about} Screen={Screen} props={props} /> }),
      };
    },
    hasOthers: (remotes: readonly Pick<PinnedRemote, 'container' | 'entry'>[]) =>
      remotes.some(({ container = '', entry }) => (entries.get(container) ?? entry) !== entry),
    /** Waits until all failures are reported, and keeps the text typed into a screen. */
    async reload(): Promise<void> {
      await host.whenReported();
      const section = window.document.querySelector<HTMLElement>('section[data-remote]');
      const kept = section && { remote: section.dataset['remote'], fields: host.saveFields(section, window.document) };
      try {
        window.sessionStorage.setItem(typedKey, JSON.stringify(kept));
        window.location.reload();
      } catch {
        // Storage is blocked or full, so the page is not reloaded.
      }
    },
  };
}

/** Absent from the message for an entry that throws. */
const notFetched = /ScriptNetworkError/;

function takeTyped(window: Window): { remote: string; fields: SavedFields } | undefined {
  try {
    const text = window.sessionStorage.getItem(typedKey);
    window.sessionStorage.removeItem(typedKey);
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The ecosystem's developer tools read hosts and remotes from the runtime's snapshots of manifests. */
function describePage(entries: ReadonlyMap<string, string>, shared: StockRemotesOptions['shared']): void {
  const common = { version: '', buildVersion: '', remoteTypes: '', remoteTypesZip: '' };
  const provided = Object.entries(shared).map(([sharedName, { version }]) => ({ sharedName, version, assets: noAssets }));
  const versions = [...entries].map(([container, entry]) => [container, { matchedVersion: entry }] as const);
  const modules = [...entries].map(([globalName, remoteEntry]) => [`${globalName}:${remoteEntry}`, { globalName, remoteEntry }] as const);
  runtimeCore.addGlobalSnapshot({
    enfilade: { ...common, consumerList: [], shared: provided, remotesInfo: Object.fromEntries(versions) },
    ...Object.fromEntries(modules),
  });
}

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

interface FramedProps extends Pick<StockRemotesOptions['host'], 'watchBlank'> {
  remote: string;
  version: string;
  restore(): void;
  Screen: ComponentType<ScreenProps>;
  props: ScreenProps;
}

function Framed({ remote, version, restore, watchBlank, Screen, props }: FramedProps) {
  const section = useRef<HTMLElement>(null);
  const [blank, setBlank] = useState<RemoteError>();
  const { clock } = props;
  useLayoutEffect(restore, [restore]);
  useEffect(() => watchBlank(clock, setBlank, () => section.current !== null && isBlank(section.current)), [clock, watchBlank]);
  if (blank) throw blank;
  return (
    <section ref={section} data-remote={remote} data-version={version}>
      <Screen {...props} />
    </section>
  );
}

/** Visible without text. */
const ofContent = 'img, svg, canvas, video, input, textarea, select, button, iframe';

/** React hides a section that suspends, which is not blank. */
function isBlank(section: HTMLElement): boolean {
  if (section.style.display === 'none') return false;
  const hasContent = (element: Element) =>
    element.matches(ofContent) ||
    element.shadowRoot !== null ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
  const isSeen = (element: Element) => element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true;
  return ![section, ...section.querySelectorAll('*')].some((element) => hasContent(element) && isSeen(element));
}
