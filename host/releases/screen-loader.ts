import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createLazy, type Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { DeadlineError, withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import { checkRemote, hostOffer, mountsItself } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName, firstFiles, type PinnedRemote, type ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { FillerModule, ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { artifactAddress, leaveCdn } from './artifact-address.ts';
import type { CurrentSet } from './current-set.ts';
import { type Federation, sharedPackages } from './federation.ts';
import { RemoteError, screenLimitMs } from './remote-error.ts';
import { abandonFiles, fetchFiles, preloadFiles } from './screen-files.ts';
import type { StartFlags } from './start-flags.ts';

interface ScreenRequest {
  name: string;
  language: Language;
  /** Reloads the container, because a container never re-evaluates a module that threw. */
  isRetry: boolean;
}

/** Rejects with RemoteError. */
async function fetchScreen(
  { federation, loadMounting }: ScreenLoaderOptions,
  pinned: PinnedRemote,
  { name, language, isRetry }: ScreenRequest,
): Promise<LoadedVersion> {
  const { version, entry, container = containerName(name, version) } = pinned;
  const release = `${name} ${version}`;
  try {
    const stock = pinned.container === undefined ? undefined : await federation.loadStock();
    const loading = (stock ?? federation).loadScreen({ container, entry }, isRetry);
    const [exposed, mounting] = await Promise.all([loading, mountsItself(pinned) ? loadMounting() : undefined]);
    const screen = mounting ? mounting.toScreenModule(exposed) : exposed;
    const module = stock && screen ? stock.frame(screen, name, version) : screen;
    if (!isScreenModule(module)) throw new RemoteError('broken', `${release} exposes no screen`);
    return { name, version, module, language, texts: (await module.loadTexts(language)).default };
  } catch (cause) {
    throw asRemoteError(cause, release);
  }
}

function isScreenModule(module: unknown): module is ScreenModule {
  const { default: screen, fillers, loadTexts } = (module ?? {}) as Partial<ScreenModule & FillerModule>;
  return typeof (screen ?? loadTexts) === 'function' && typeof loadTexts === 'function' && Boolean(screen ?? fillers);
}

/** The bundler's names for files that failed to load. */
const notFetched = /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/;

function asRemoteError(cause: unknown, release: string): RemoteError {
  if (cause instanceof RemoteError) return cause;
  const { name = '', message = String(cause), code = '' } = cause as { name?: string; message?: string; code?: string };
  return new RemoteError(notFetched.test(`${name} ${code} ${message}`) ? 'unreachable' : 'broken', `${release}: ${message}`, cause);
}

export interface LoadedScreen {
  name: string;
  /** The rendered screen names its own version in `data-version`. */
  version: string;
  module: ScreenModule;
}

/** Loads each version once. */
export type ScreenLoader = ReturnType<typeof createScreenLoader>;

export interface ScreenLoaderOptions {
  federation: Federation;
  /** Pages with screens of contract 1 alone do not need this code. */
  loadMounting(): Promise<{ toScreenModule(exposed: unknown): ScreenModule | undefined }>;
  currentSet: Pick<CurrentSet, 'getState' | 'subscribe' | 'load'>;
  language(): Language;
  /** A version on trial must not run early, because it could harm the screen before it. */
  mayRunAhead(name: string, version: string): boolean;
  /** Called before the screen is returned. */
  addTexts(name: string, language: Language, texts: Texts): void;
  startFlags: Pick<StartFlags, 'hasHung' | 'start'>;
  clock: Clock;
}

interface LoadedVersion extends LoadedScreen {
  language: Language;
  texts: Texts;
}

export function createScreenLoader(options: ScreenLoaderOptions) {
  const { currentSet, language: pageLanguage, mayRunAhead, addTexts } = options;
  const versions = new Map<string, Lazy<LoadedVersion, [ReleaseSet, ScreenRequest]>>();
  const begun = new Map<string, Promise<LoadedScreen>>();
  const isIn = (set: ReleaseSet | undefined, { name, version }: LoadedVersion) => set?.remotes[name]?.version === version;

  async function loadVersion(set: ReleaseSet, request: ScreenRequest): Promise<LoadedVersion> {
    const loaded = await loadWithinLimit(options, set, request);
    if (isIn(currentSet.getState(), loaded)) addTexts(loaded.name, loaded.language, loaded.texts);
    return loaded;
  }
  function versionOf(name: string, set: ReleaseSet | undefined, language: Language) {
    const key = `${name}@${set?.remotes[name]?.version} ${language}`;
    const known = versions.get(key) ?? createLazy(loadVersion);
    versions.set(key, known);
    return known;
  }
  const loadOnce = (set: ReleaseSet, request: ScreenRequest) => versionOf(request.name, set, request.language).load(set, request);
  const load = async (request: ScreenRequest): Promise<LoadedScreen> => loadOnce(await currentSet.load(), request);

  currentSet.subscribe((set, before) => {
    // A load for the previous set does not count for the next set.
    if (before) begun.clear();
    for (const version of versions.values()) {
      const loaded = version.getState();
      if (loaded && isIn(set, loaded) && !isIn(before, loaded)) addTexts(loaded.name, loaded.language, loaded.texts);
    }
  });

  return {
    /** Undefined until the version that `set` pins has loaded with its texts. */
    peek: (name: string, set = currentSet.getState()): LoadedScreen | undefined => versionOf(name, set, pageLanguage()).getState(),
    /** The first `load` of the same screen joins this load, even if it has failed by then. */
    begin(name: string) {
      const language = pageLanguage();
      const running = load({ name, language, isRetry: false });
      // A load that joins handles the failure. Otherwise the rejection must not stay unhandled.
      running.catch(() => undefined);
      begun.set(`${name} ${language}`, running);
    },
    /** A failed load is removed and may be tried again. Rejects with RemoteError. */
    load(name: string, { language = pageLanguage(), isRetry = false }: Partial<Pick<ScreenRequest, 'language' | 'isRetry'>> = {}) {
      const key = `${name} ${language}`;
      const early = isRetry ? undefined : begun.get(key);
      if (early) begun.delete(key);
      return early ?? load({ name, language, isRetry });
    },
    /** Best effort: the load repeats what failed here. Runs the files only if they may run early. */
    async loadAhead(name: string): Promise<void> {
      const remote = currentSet.getState()?.remotes[name];
      const language = pageLanguage();
      if (!remote || versionOf(name, currentSet.getState(), language).getState()) return;
      try {
        await fetchFiles(remote, firstFiles(remote, language), { priority: 'low' });
        if (mayRunAhead(name, remote.version)) await load({ name, language, isRetry: false });
      } catch {}
    },
    reloadFor: options.federation.reloadFor,
    /** `set` is verified and not current yet. The texts of the rendered screen stay. */
    prepare: (name: string, set: ReleaseSet, { isRetry }: Pick<ScreenRequest, 'isRetry'>): Promise<LoadedScreen> =>
      loadOnce(set, { name, language: pageLanguage(), isRetry }),
  };
}

/** A load has three steps (entry, its script and style, its texts). In each, the browser may refuse a bad preloaded copy once more. */
const refusedSteps = 3;

async function loadWithinLimit(options: ScreenLoaderOptions, set: ReleaseSet, request: ScreenRequest): Promise<LoadedVersion> {
  const { startFlags, clock } = options;
  const { name, language, isRetry } = request;
  const pinned = pickPinned(name, set);
  // A visitor who presses Retry accepts that the version may hang again.
  if (!isRetry && startFlags.hasHung(name, pinned.version))
    throw new RemoteError('hung', `${name} ${pinned.version} made an earlier page hang`);
  const hasRun = startFlags.start(name, pinned.version);
  const attempt = new AbortController();
  const run = async () => {
    // The cache may store the response that hung.
    if (isRetry) leaveCdn();
    if (isRetry) await fetchFiles(pinned, firstFiles(pinned, language), { cache: 'reload', signal: attempt.signal });
    else preloadFiles(pinned, firstFiles(pinned, language));
    return fetchScreen(options, pinned, request);
  };
  const runAgain = async (error: unknown, timesLeft = refusedSteps): Promise<LoadedVersion> => {
    if (isRetry || timesLeft === 0 || !(error instanceof RemoteError && error.code === 'unreachable')) throw error;
    abandonFiles(pinned);
    leaveCdn();
    await fetchFiles(pinned, firstFiles(pinned, language), { signal: attempt.signal });
    return fetchScreen(options, pinned, { ...request, isRetry: true }).catch((cause: unknown) => runAgain(cause, timesLeft - 1));
  };
  try {
    return await withDeadline(run().catch(runAgain), { clock, limitMs: screenLimitMs });
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

/** Rejects a remote that this page cannot run, before any of its files is requested. */
function pickPinned(name: string, set: ReleaseSet): PinnedRemote {
  const pinned = set.remotes[name];
  if (!pinned) throw new RemoteError('unreachable', `The release set pins no ${name}`);
  const problem = checkRemote(pinned, offer);
  if (problem) throw new RemoteError('incompatible', `${name} ${pinned.version} does not fit this page: ${JSON.stringify(problem)}`);
  return pinned;
}

/**
 * Starts the screen whose entry the gateway preloads, before museum and exhibition are known: the gateway has applied the same arrival
 * table. If the gateway has chosen another screen, that screen is loaded early and not shown.
 * @param unverified the set in the HTML; the loader waits for its verification
 */
export function beginFirstScreen(page: Document, unverified: ReleaseSet | undefined, loader: Pick<ScreenLoader, 'begin'>): void {
  const preloaded = new Set([...page.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href')));
  const first = Object.entries(unverified?.remotes ?? {}).find(([, { entry }]) => preloaded.has(artifactAddress(entry)));
  if (first) loader.begin(first[0]);
}
