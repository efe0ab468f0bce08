import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { checkRemote } from '@enfilade/shared-contracts/remote/check-remote';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { containerName } from '@enfilade/shared-contracts/remote/container-name';
import { contractVersion, type ScreenName } from '@enfilade/shared-contracts/remote/contract';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule, Texts } from '@enfilade/shared-contracts/remote/screen-module';
import { type FederationInstance, federationVersion, sharedVersions } from './federation.ts';
import { dropPreloads, failPendingTags, fetchAgain } from './pending-files.ts';
import { RemoteError } from './remote-error.ts';

/** Longest wait for the whole of a screen: entry, chunks, styles and texts together. */
export const loadLimitMs = 5000;

export interface LoadedScreen {
  name: ScreenName;
  /** The pinned version; what really runs says so itself in `data-version`. */
  version: string;
  module: ScreenModule;
}

export interface RemoteLoader {
  /** The screen if it is here already, with the texts of `language`. */
  peek(name: ScreenName, language: Language): LoadedScreen | undefined;
  /** Loads once; a failed load is forgotten and may be tried again. Rejects with RemoteError. */
  load(name: ScreenName, language: Language): Promise<LoadedScreen>;
  /** The same, but first asks the server anew for every file of the screen's first view. */
  loadAgain(name: ScreenName, language: Language): Promise<LoadedScreen>;
}

export interface RemoteLoaderOptions {
  federation: FederationInstance;
  /** The release set in force; rejects with RemoteError('no-composition'). */
  releaseSet(): Promise<ReleaseSet>;
  /** Takes a screen's texts; called before the screen is handed out. */
  addTexts(name: ScreenName, language: Language, texts: Texts): void;
  clock: Clock;
}

export function createRemoteLoader({ federation, releaseSet, addTexts, clock }: RemoteLoaderOptions): RemoteLoader {
  const arrived = new Map<string, LoadedScreen>();
  const underway = new Map<string, Promise<LoadedScreen>>();
  const registered = new Set<string>();
  const keyOf = (name: ScreenName, language: Language) => `${name} ${language}`;

  async function fetchScreen(name: ScreenName, language: Language, pinned: PinnedRemote): Promise<LoadedScreen> {
    const container = containerName(name, pinned.version);
    if (!registered.has(container)) {
      federation.registerRemotes([{ name: container, entry: pinned.entry, entryGlobalName: container }]);
      registered.add(container);
    }
    const module = await federation.loadRemote<ScreenModule>(`${container}/screen`).catch((cause: unknown) => {
      throw new RemoteError(isNotFetched(cause) ? 'unreachable' : 'broken', `${name} ${pinned.version}: ${messageOf(cause)}`, cause);
    });
    if (typeof module?.default !== 'function' || typeof module.loadTexts !== 'function')
      throw new RemoteError('broken', `${name} ${pinned.version} exposes no screen`);
    const texts = await module.loadTexts(language).catch((cause: unknown) => {
      throw new RemoteError('unreachable', `${name} ${pinned.version}: no texts in ${language}`, cause);
    });
    addTexts(name, language, texts.default);
    return { name, version: pinned.version, module };
  }

  async function pick(name: ScreenName): Promise<PinnedRemote> {
    const pinned = (await releaseSet()).remotes[name];
    if (!pinned) throw new RemoteError('unknown-remote', `The release set pins no ${name}`);
    const problem = checkRemote(pinned, { contract: contractVersion, federation: federationVersion, shared: sharedVersions });
    if (problem) throw new RemoteError('incompatible', `${name} ${pinned.version}: ${JSON.stringify(problem)}`);
    return pinned;
  }

  async function withinLimit(name: ScreenName, work: (pinned: PinnedRemote, signal: AbortSignal) => Promise<LoadedScreen>): Promise<LoadedScreen> {
    const controller = new AbortController();
    const pinned = await pick(name);
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = clock.after(loadLimitMs, () => reject(new RemoteError('late', `${name} ${pinned.version} took more than ${loadLimitMs} ms`)));
    });
    try {
      return await Promise.race([work(pinned, controller.signal), late]);
    } catch (error) {
      // What still hangs would hold the next attempt on the same address: let go of it.
      controller.abort();
      dropPreloads(pinned);
      failPendingTags(pinned);
      throw error;
    } finally {
      cancel();
    }
  }

  function once(name: ScreenName, language: Language, work: () => Promise<LoadedScreen>): Promise<LoadedScreen> {
    const key = keyOf(name, language);
    const present = arrived.get(key);
    if (present) return Promise.resolve(present);
    const promise = underway.get(key) ?? work();
    underway.set(key, promise);
    promise.then((screen) => arrived.set(key, screen)).catch(() => undefined).finally(() => underway.delete(key));
    return promise;
  }

  return {
    peek: (name, language) => arrived.get(keyOf(name, language)),
    load: (name, language) => once(name, language, () => withinLimit(name, (pinned) => fetchScreen(name, language, pinned))),
    loadAgain: (name, language) =>
      once(name, language, () =>
        withinLimit(name, async (pinned, signal) => {
          await fetchAgain(pinned, language, signal);
          return fetchScreen(name, language, pinned);
        }),
      ),
  };
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** RUNTIME-008 is the federation runtime's "failed to load script resources"; chunk errors are the bundler's. */
function isNotFetched(cause: unknown): boolean {
  return cause instanceof Error && (/RUNTIME-008|ScriptNetworkError/.test(cause.message) || /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/.test(`${cause.name} ${(cause as { code?: string }).code ?? ''} ${cause.message}`));
}
