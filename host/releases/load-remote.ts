import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { checkRemote } from '@enfilade/shared-contracts/remote/check-remote';
import { contractVersion, type RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { type FederationInstance, sharedVersions } from './federation.ts';
import { fetchScreen, type ScreenWanted } from './fetch-screen.ts';
import { dropPreloads, failPendingTags, fetchAgain } from './pending-files.ts';
import { RemoteError } from './remote-error.ts';

/** Longest wait for the whole of a screen: entry, chunks, styles and texts together. */
export const loadLimitMs = 5000;
/** What a load that the page itself began with its preloads has left at least, however late the host woke up. */
const leastLimitMs = 3000;

export interface LoadedScreen {
  name: RemoteName;
  /** The pinned version; what really runs says so itself in `data-version`. */
  version: string;
  module: ScreenModule;
}

export interface RemoteLoader {
  /** The version the set in force pins. */
  versionOf(name: RemoteName): string | undefined;
  /** The screen if the version of the set in force is here already, with the texts of `language`. */
  peek(name: RemoteName, language: Language): LoadedScreen | undefined;
  /**
   * Starts a load that the first `load` of the same screen joins, also when it has failed by then. Its files
   * have been on their way for `underwayMs`, which counts towards the limit.
   */
  begin(name: RemoteName, language: Language, underwayMs: number): void;
  /** Loads once; a failed load is forgotten and may be tried again. Rejects with RemoteError. */
  load(name: RemoteName, language: Language): Promise<LoadedScreen>;
  /** The same, but first asks the server anew for every file of the screen's first view. */
  loadAgain(name: RemoteName, language: Language): Promise<LoadedScreen>;
  /** Whether the version that `set` pins is here, with its texts. */
  has(set: ReleaseSet, name: RemoteName, language: Language): boolean;
  /** Loads from a verified set that is not in force yet; the texts of the screen that is drawn stay as they are. */
  prepare(set: ReleaseSet, wanted: ScreenWanted): Promise<LoadedScreen>;
  /** Another set is in force: the texts of what is here already become those of its versions. */
  settle(): void;
}

export interface RemoteLoaderOptions {
  federation: FederationInstance;
  /** The release set in force; rejects with RemoteError('no-composition'). */
  releaseSet(): Promise<ReleaseSet>;
  /** The same, once it is settled. */
  inForce(): ReleaseSet | undefined;
  /** Takes a screen's texts; called before the screen is handed out. */
  addTexts(name: RemoteName, language: Language, texts: Texts): void;
  clock: Clock;
}

/** A version with the texts of one language. */
interface Arrived {
  screen: LoadedScreen;
  language: Language;
  texts: Texts;
}

export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { releaseSet, inForce, addTexts } = options;
  const arrived = new Map<string, Arrived>();
  const underway = new Map<string, Promise<Arrived>>();
  const begun = new Map<string, Promise<LoadedScreen>>();
  /** Remote and language → whose version's texts are in the translator. */
  const speaking = new Map<string, string>();
  // Two versions of one remote are two things.
  const keyOf = (name: RemoteName, version: string | undefined, language: Language) => `${name}@${version} ${language}`;
  const find = (set: ReleaseSet | undefined, name: RemoteName, language: Language) =>
    arrived.get(keyOf(name, set?.remotes[name]?.version, language));

  function once(set: ReleaseSet, wanted: ScreenWanted, limitMs: number): Promise<Arrived> {
    const { name, language } = wanted;
    const key = keyOf(name, set.remotes[name]?.version, language);
    const present = arrived.get(key);
    if (present) return Promise.resolve(present);
    const loading = underway.get(key) ?? loadWithinLimit({ ...options, set }, wanted, limitMs);
    underway.set(key, loading);
    loading.then(
      (whole) => {
        arrived.set(key, whole);
        underway.delete(key);
      },
      () => underway.delete(key),
    );
    return loading;
  }

  function speak({ screen: { name, version }, language, texts }: Arrived): void {
    const place = `${name} ${language}`;
    if (inForce()?.remotes[name]?.version !== version || speaking.get(place) === version) return;
    speaking.set(place, version);
    addTexts(name, language, texts);
  }

  async function load(wanted: ScreenWanted, limitMs = loadLimitMs): Promise<LoadedScreen> {
    const whole = await once(await releaseSet(), wanted, limitMs);
    speak(whole);
    return whole.screen;
  }

  return {
    versionOf: (name) => inForce()?.remotes[name]?.version,
    peek: (name, language) => find(inForce(), name, language)?.screen,
    begin(name, language, underwayMs) {
      const loading = load({ name, language, isRetry: false }, Math.max(leastLimitMs, loadLimitMs - underwayMs));
      // Whoever joins it hears of a failure; nobody may join.
      loading.catch(() => undefined);
      begun.set(`${name} ${language}`, loading);
    },
    load(name, language) {
      const key = `${name} ${language}`;
      const early = begun.get(key);
      begun.delete(key);
      return early ?? load({ name, language, isRetry: false });
    },
    loadAgain: (name, language) => load({ name, language, isRetry: true }),
    has: (set, name, language) => find(set, name, language) !== undefined,
    prepare: async (set, wanted) => (await once(set, wanted, loadLimitMs)).screen,
    settle() {
      // What was begun for the set before is nobody's next screen.
      begun.clear();
      for (const whole of arrived.values()) speak(whole);
    },
  };
}

interface LoadTerms extends Pick<RemoteLoaderOptions, 'federation' | 'clock'> {
  set: ReleaseSet;
}

async function loadWithinLimit({ federation, clock, set }: LoadTerms, wanted: ScreenWanted, limitMs: number): Promise<Arrived> {
  const { name, language, isRetry } = wanted;
  const pinned = pick(name, set, federation.version);
  const attempt = new AbortController();
  const work = async () => {
    if (isRetry) await fetchAgain(pinned, language, attempt.signal);
    return fetchScreen(federation, pinned, wanted);
  };
  const limit = startLimit(clock, limitMs, `${name} ${pinned.version}`);
  try {
    const { module, texts } = await Promise.race([work(), limit.passed]);
    return { screen: { name, version: pinned.version, module }, language, texts };
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
function pick(name: RemoteName, set: ReleaseSet, federation: string): PinnedRemote {
  const pinned = set.remotes[name];
  if (!pinned) throw new RemoteError('unknown-remote', `The release set pins no ${name}`);
  const problem = checkRemote(pinned, { contract: contractVersion, federation, shared: sharedVersions });
  if (problem) throw new RemoteError('incompatible', `${name} ${pinned.version}: ${JSON.stringify(problem)}`);
  return pinned;
}
