import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { checkRemote } from '@enfilade/shared-contracts/remote/check-remote';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { contractVersion, type ScreenName } from '@enfilade/shared-contracts/remote/contract';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule, Texts } from '@enfilade/shared-contracts/remote/screen-module';
import { type FederationInstance, sharedVersions } from './federation.ts';
import { fetchScreen, type ScreenWanted } from './fetch-screen.ts';
import { dropPreloads, failPendingTags, fetchAgain } from './pending-files.ts';
import { RemoteError } from './remote-error.ts';

/** Longest wait for the whole of a screen: entry, chunks, styles and texts together. */
export const loadLimitMs = 5000;
/** What a load that the page itself began with its preloads has left at least, however late the host woke up. */
const leastLimitMs = 3000;

export interface LoadedScreen {
  name: ScreenName;
  /** The pinned version; what really runs says so itself in `data-version`. */
  version: string;
  module: ScreenModule;
}

export interface RemoteLoader {
  /** The screen if it is here already, with the texts of `language`. */
  peek(name: ScreenName, language: Language): LoadedScreen | undefined;
  /**
   * Starts a load that the first `load` of the same screen joins, also when it has failed by then. Its files
   * have been on their way for `underwayMs`, which counts towards the limit.
   */
  begin(name: ScreenName, language: Language, underwayMs: number): void;
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

export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const arrived = new Map<string, LoadedScreen>();
  const underway = new Map<string, Promise<LoadedScreen>>();
  const begun = new Map<string, Promise<LoadedScreen>>();
  const keyOf = (name: ScreenName, language: Language) => `${name} ${language}`;

  function once(wanted: ScreenWanted, limitMs = loadLimitMs): Promise<LoadedScreen> {
    const { name, language } = wanted;
    const key = keyOf(name, language);
    const present = arrived.get(key);
    if (present) return Promise.resolve(present);
    const loading = underway.get(key) ?? loadWithinLimit(options, wanted, limitMs);
    underway.set(key, loading);
    loading.then(
      (screen) => {
        arrived.set(key, screen);
        underway.delete(key);
      },
      () => underway.delete(key),
    );
    return loading;
  }

  return {
    peek: (name, language) => arrived.get(keyOf(name, language)),
    begin(name, language, underwayMs) {
      const limitMs = Math.max(leastLimitMs, loadLimitMs - underwayMs);
      begun.set(keyOf(name, language), once({ name, language, isRetry: false }, limitMs));
    },
    load(name, language) {
      const key = keyOf(name, language);
      const early = begun.get(key);
      begun.delete(key);
      return early ?? once({ name, language, isRetry: false });
    },
    loadAgain: (name, language) => once({ name, language, isRetry: true }),
  };
}

async function loadWithinLimit(options: RemoteLoaderOptions, wanted: ScreenWanted, limitMs: number): Promise<LoadedScreen> {
  const { name, language, isRetry } = wanted;
  const { federation, addTexts, clock } = options;
  const pinned = pick(name, await options.releaseSet(), federation.version);
  const attempt = new AbortController();
  const work = async () => {
    if (isRetry) await fetchAgain(pinned, language, attempt.signal);
    return fetchScreen(federation, pinned, wanted);
  };
  const limit = startLimit(clock, limitMs, `${name} ${pinned.version}`);
  try {
    const { module, texts } = await Promise.race([work(), limit.passed]);
    addTexts(name, language, texts);
    return { name, version: pinned.version, module };
  } catch (error) {
    // What still hangs would hold the next attempt on the same address: let go of it.
    attempt.abort();
    dropPreloads(pinned);
    failPendingTags(pinned);
    throw error;
  } finally {
    limit.cancel();
  }
}

function startLimit(clock: Clock, limitMs: number, what: string): { passed: Promise<never>; cancel(): void } {
  let cancel = () => {};
  const passed = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => reject(new RemoteError('late', `${what} took more than ${limitMs} ms`)));
  });
  return { passed, cancel: () => cancel() };
}

/** The pinned remote, if this page can run it. Nothing of it has been asked for yet. */
function pick(name: ScreenName, set: ReleaseSet, federation: string): PinnedRemote {
  const pinned = set.remotes[name];
  if (!pinned) throw new RemoteError('unknown-remote', `The release set pins no ${name}`);
  const problem = checkRemote(pinned, { contract: contractVersion, federation, shared: sharedVersions });
  if (problem) throw new RemoteError('incompatible', `${name} ${pinned.version}: ${JSON.stringify(problem)}`);
  return pinned;
}
