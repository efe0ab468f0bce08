import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { type RemoteName, type ScreenName, screenNames } from '@enfilade/shared-contracts/releases/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';

// Stands for all of host/releases where the site is built as one application (build-applications.mjs): no release set, no
// federation, nothing that watches versions. What is left of the loader is what any application has, `import()`.

/** Written by the build: a static `import()` for each screen. */
declare const __SCREENS__: Record<ScreenName, () => Promise<ScreenModule>>;

interface LoadedScreen {
  name: RemoteName;
  version: string;
  module: ScreenModule;
}

interface ScreenLoaderOptions {
  language(): Language;
  addTexts(name: RemoteName, language: Language, texts: object): void;
}

export function createScreenLoader({ language: pageLanguage, addTexts }: ScreenLoaderOptions) {
  const loaded = new Map<string, LoadedScreen>();
  const loading = new Map<string, Promise<LoadedScreen>>();
  async function fetchScreen(name: ScreenName, language: Language): Promise<LoadedScreen> {
    const module = await __SCREENS__[name]();
    addTexts(name, language, (await module.loadTexts(language)).default);
    const screen = { name, version: '1.0.0', module };
    loaded.set(`${name} ${language}`, screen);
    return screen;
  }
  function load(name: ScreenName, { language = pageLanguage() }: { language?: Language } = {}): Promise<LoadedScreen> {
    const key = `${name} ${language}`;
    const running = loading.get(key) ?? fetchScreen(name, language);
    loading.set(key, running);
    running.catch(() => loading.delete(key));
    return running;
  }
  const begin = (name: ScreenName) => void load(name).catch(() => undefined);
  return {
    load,
    peek: (name: RemoteName) => loaded.get(`${name} ${pageLanguage()}`),
    begin,
    // As an application would: its chunks are its own.
    loadAhead: (name: ScreenName) =>
      load(name).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** Begins the screen that the page preloads, before museum and exhibition are known. */
export function beginFirstScreen(page: Document, _: undefined, loader: ReturnType<typeof createScreenLoader>): void {
  const first = screenNames.find((name) => page.querySelector(`link[rel="preload"][href^="/static/js/async/${name}."]`));
  if (first) loader.load(first).catch(() => undefined);
}

export function createCurrentSet() {
  const { getState, subscribe } = createStore<ReleaseSet | undefined>(undefined);
  return { getState, subscribe, unverified: () => undefined, integrityOf: () => undefined };
}

export const isNewSet = () => false;
export const createReleaseUpdater = () => ({ start: () => undefined, check: async () => undefined, replaceFailed: async () => false });
export const createHangWatch = () => ({ hung: [], start: () => () => undefined });
export const createBlockedVersions = () => ({ add: () => undefined });
export const startHangWorker = () => undefined;
export const createFederation = () => undefined;
export const createPageFrame = () => undefined;
/** Of a first paint, which these pages do not have. */
export const saveFields = () => () => undefined;
export const createPageVerifier = () => undefined;
export const museumOf = (page: Document): string => page.documentElement.dataset['museum'] || '*';
