import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { DeadlineError, withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import { checkRemote, hostOffer, mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName } from '@enfilade/shared-contracts/releases/container-name';
import { firstFiles, type PinnedRemote, type ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { FillerModule, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { artifactAddress, leaveCdn } from './artifact-address.ts';
import type { CurrentSet } from './current-set.ts';
import { type Federation, sharedPackages } from './federation.ts';
import { RemoteError, screenLimitMs } from './remote-error.ts';
import { abandonFiles, fetchFiles, preloadFiles } from './screen-files.ts';
import type { StartFlags } from './start-flags.ts';

interface FetchedScreen {
  module: ScreenModule;
  texts: Texts;
}

interface ScreenRequest {
  name: string;
  language: Language;
  /**
   * Removes the container from the page and loads it again: a container never evaluates a module twice that threw while
   * it was evaluated.
   */
  isRetry: boolean;
}

type Fetching = Pick<ScreenLoaderOptions, 'federation' | 'loadMounting'>;

/** Brings a pinned screen and its texts into the page. Rejects with RemoteError. */
async function fetchScreen({ federation, loadMounting }: Fetching, pinned: PinnedRemote, request: ScreenRequest): Promise<FetchedScreen> {
  const { name, language, isRetry } = request;
  const { version, entry, container = containerName(name, version) } = pinned;
  const release = `${name} ${version}`;
  const load = async () => {
    const stock = pinned.container === undefined ? undefined : await federation.loadStock();
    const exposed = await (stock ?? federation).loadScreen({ container, entry }, isRetry);
    return [stock, exposed] as const;
  };
  const [[stock, exposed], mounting] = await Promise.all([load(), mountsItself(pinned) ? loadMounting() : undefined]).catch(
    (cause: unknown) => {
      throw asRemoteError(cause, release);
    },
  );
  const screen = mounting ? mounting.toScreenModule(exposed) : exposed;
  const module = stock && screen ? stock.frame(screen, name, version) : screen;
  if (!isScreenModule(module)) throw new RemoteError('broken', `${release} exposes no screen`);
  const texts = await module.loadTexts(language).catch((cause: unknown) => {
    throw asRemoteError(cause, `${release}, texts in ${language}`);
  });
  return { module, texts: texts.default };
}

/** Or one that fills places of other screens. */
function isScreenModule(module: unknown): module is ScreenModule {
  const { default: screen, fillers, loadTexts } = (module ?? {}) as Partial<ScreenModule & FillerModule>;
  return typeof (screen ?? loadTexts) === 'function' && typeof loadTexts === 'function' && Boolean(screen ?? fillers);
}

/** The bundler's names of errors for files that did not arrive. */
const notFetched = /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/;

function asRemoteError(cause: unknown, release: string): RemoteError {
  if (cause instanceof RemoteError) return cause;
  const { name = '', message = String(cause), code = '' } = cause as { name?: string; message?: string; code?: string };
  return new RemoteError(notFetched.test(`${name} ${code} ${message}`) ? 'unreachable' : 'broken', `${release}: ${message}`, cause);
}

export interface LoadedScreen {
  name: string;
  /** The pinned version; what really runs says so itself in `data-version`. */
  version: string;
  module: ScreenModule;
}

/** Loads screens, each version once. Texts are in the page's language unless said otherwise. */
export type ScreenLoader = ReturnType<typeof createScreenLoader>;

export interface ScreenLoaderOptions {
  federation: Federation;
  /** Fetches what draws screens of contract 2; no page without one needs it. */
  loadMounting(): Promise<{ toScreenModule(exposed: unknown): ScreenModule | undefined }>;
  currentSet: Pick<CurrentSet, 'getState' | 'subscribe' | 'load'>;
  /** Of the page. */
  language(): Language;
  /** Whether a version may run before it is shown: one that is on trial must not harm the screen before it. */
  mayRunAhead(name: string, version: string): boolean;
  /** Adds a screen's texts to the translator; called before the screen is returned. */
  addTexts(name: string, language: Language, texts: Texts): void;
  startFlags: Pick<StartFlags, 'hasHung' | 'start'>;
  clock: Clock;
}

/** A version with the texts of one language. */
interface LoadedVersion {
  screen: LoadedScreen;
  language: Language;
  texts: Texts;
}

export function createScreenLoader(options: ScreenLoaderOptions) {
  const { currentSet, language: pageLanguage, mayRunAhead, addTexts } = options;
  const loaded = new Map<string, LoadedVersion>();
  const loading = new Map<string, Promise<LoadedVersion>>();
  const begun = new Map<string, Promise<LoadedScreen>>();
  /** Remote and language → the version whose texts are in the translator. */
  const activeTexts = new Map<string, string>();
  const keyOf = (name: string, set: ReleaseSet | undefined, language: Language) => `${name}@${set?.remotes[name]?.version} ${language}`;

  function loadOnce(set: ReleaseSet, request: ScreenRequest): Promise<LoadedVersion> {
    const key = keyOf(request.name, set, request.language);
    const present = loaded.get(key);
    if (present) return Promise.resolve(present);
    const running = loading.get(key) ?? loadWithinLimit({ ...options, set }, request);
    loading.set(key, running);
    running.then(
      (version) => {
        loaded.set(key, version);
        loading.delete(key);
      },
      () => loading.delete(key),
    );
    return running;
  }

  function activateTexts({ screen: { name, version }, language, texts }: LoadedVersion): void {
    const key = `${name} ${language}`;
    if (currentSet.getState()?.remotes[name]?.version !== version || activeTexts.get(key) === version) return;
    activeTexts.set(key, version);
    addTexts(name, language, texts);
  }

  async function load(request: ScreenRequest): Promise<LoadedScreen> {
    const version = await loadOnce(await currentSet.load(), request);
    activateTexts(version);
    return version.screen;
  }

  currentSet.subscribe((_, before) => {
    // What was begun for the set before is not the screen to show next.
    if (before) begun.clear();
    for (const version of loaded.values()) activateTexts(version);
  });

  return {
    /** The screen if the version that `set` pins is loaded already, with its texts; `set` is the current one by default. */
    peek: (name: string, set = currentSet.getState()): LoadedScreen | undefined => loaded.get(keyOf(name, set, pageLanguage()))?.screen,
    /** Starts a load that the first `load` of the same screen joins, even if it has failed by then. */
    begin(name: string) {
      const language = pageLanguage();
      const running = load({ name, language, isRetry: false });
      // If a load joins, it handles the failure; otherwise the rejection must not stay unhandled.
      running.catch(() => undefined);
      begun.set(`${name} ${language}`, running);
    },
    /** Loads from the current set. A failed load is removed and may be tried again. Rejects with RemoteError. */
    load(name: string, { language = pageLanguage(), isRetry = false }: Partial<Pick<ScreenRequest, 'language' | 'isRetry'>> = {}) {
      const key = `${name} ${language}`;
      const early = isRetry ? undefined : begun.get(key);
      if (early) begun.delete(key);
      return early ?? load({ name, language, isRetry });
    },
    /**
     * Brings the files of a screen that may come next into the browser's cache and runs them if they may run before they
     * are shown. Nothing depends on it: what fails is tried again by the load.
     */
    async loadAhead(name: string): Promise<void> {
      const remote = currentSet.getState()?.remotes[name];
      const language = pageLanguage();
      if (!remote || loaded.has(keyOf(name, currentSet.getState(), language))) return;
      try {
        await fetchFiles(remote, firstFiles(remote, language), { priority: 'low' });
        if (mayRunAhead(name, remote.version)) await load({ name, language, isRetry: false });
      } catch {}
    },
    reloadFor: options.federation.reloadFor,
    /** Loads from a verified set that is not current yet; the texts of the screen that is drawn stay as they are. */
    prepare: async (name: string, set: ReleaseSet, { isRetry }: Pick<ScreenRequest, 'isRetry'>) =>
      (await loadOnce(set, { name, language: pageLanguage(), isRetry })).screen,
  };
}

interface LimitedLoad extends Fetching, Pick<ScreenLoaderOptions, 'startFlags' | 'clock'> {
  set: ReleaseSet;
}

/** The browser refuses a bad preloaded copy once more for the first tag of its file: of the entry, of script and style, and of the texts. */
const refusedSteps = 3;

async function loadWithinLimit({ startFlags, clock, set, ...fetching }: LimitedLoad, request: ScreenRequest): Promise<LoadedVersion> {
  const { name, language, isRetry } = request;
  const pinned = pickPinned(name, set);
  // A visitor who presses Retry takes the risk.
  if (!isRetry && startFlags.hasHung(name, pinned.version))
    throw new RemoteError('hung', `${name} ${pinned.version} ended an earlier page`);
  const hasRun = startFlags.start(name, pinned.version);
  const attempt = new AbortController();
  const run = async () => {
    // Past the cache, which may hold what hung.
    if (isRetry) leaveCdn();
    if (isRetry) await fetchFiles(pinned, firstFiles(pinned, language), { cache: 'reload', signal: attempt.signal });
    else preloadFiles(pinned, firstFiles(pinned, language));
    return fetchScreen(fetching, pinned, request);
  };
  const runAgain = async (error: unknown, timesLeft = refusedSteps): Promise<FetchedScreen> => {
    if (isRetry || timesLeft === 0 || !(error instanceof RemoteError && error.code === 'unreachable')) throw error;
    abandonFiles(pinned);
    leaveCdn();
    await fetchFiles(pinned, firstFiles(pinned, language), { signal: attempt.signal });
    return fetchScreen(fetching, pinned, { ...request, isRetry: true }).catch((cause: unknown) => runAgain(cause, timesLeft - 1));
  };
  try {
    const { module, texts } = await withDeadline(run().catch(runAgain), { clock, limitMs: screenLimitMs });
    return { screen: { name, version: pinned.version, module }, language, texts };
  } catch (error) {
    attempt.abort();
    abandonFiles(pinned);
    if (!(error instanceof DeadlineError)) throw error;
    throw new RemoteError('late', `${name} ${pinned.version} took more than ${screenLimitMs} ms`, error);
  } finally {
    hasRun();
  }
}

const offer = { ...hostOffer, shared: Object.fromEntries(Object.entries(sharedPackages).map(([name, { version }]) => [name, version])) };

/** The pinned remote, if this page can run it. None of its files has been requested yet. */
function pickPinned(name: string, set: ReleaseSet): PinnedRemote {
  const pinned = set.remotes[name];
  if (!pinned) throw new RemoteError('unreachable', `The release set pins no ${name}`);
  const problem = checkRemote(pinned, offer);
  if (problem) throw new RemoteError('incompatible', `${name} ${pinned.version}: ${JSON.stringify(problem)}`);
  return pinned;
}

/**
 * Starts the screen whose entry the gateway preloads, before museum and exhibition are known: the gateway has applied
 * the same arrival table. If it was wrong, a screen was loaded too early, and that is all.
 * @param unverified what the page says its set is; the loader waits for the verified one
 */
export function beginFirstScreen(page: Document, unverified: ReleaseSet | undefined, loader: Pick<ScreenLoader, 'begin'>): void {
  const preloaded = new Set([...page.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href')));
  const first = Object.entries(unverified?.remotes ?? {}).find(([, { entry }]) => preloaded.has(artifactAddress(entry)));
  if (first) loader.begin(first[0]);
}
