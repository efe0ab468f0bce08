import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';

// Replaces the modules of host/releases for build-application.mjs: no release set, no federation, and `import()` as the loader.

/** build-application.mjs writes this constant. */
declare const __SCREENS__: Record<string, { load(): Promise<ScreenModule>; declaration: Declaration }>;

const bundled = __SCREENS__;
const screens = Object.entries(bundled);

interface LoadedScreen {
  name: string;
  version: string;
  module: ScreenModule;
}

interface ScreenLoaderOptions {
  language(): Language;
  addTexts(name: string, language: Language, texts: object): void;
}

export function createScreenLoader({ language: pageLanguage, addTexts }: ScreenLoaderOptions) {
  const loaded = new Map<string, LoadedScreen>();
  const loading = new Map<string, Promise<LoadedScreen>>();
  async function fetchScreen(name: string, language: Language): Promise<LoadedScreen> {
    const module = await bundled[name]?.load();
    if (!module) throw new Error(`The application has no screen ${name}`);
    addTexts(name, language, (await module.loadTexts(language)).default);
    const screen = { name, version: '1.0.0', module };
    loaded.set(`${name} ${language}`, screen);
    return screen;
  }
  function load(name: string, { language = pageLanguage() }: { language?: Language } = {}): Promise<LoadedScreen> {
    const key = `${name} ${language}`;
    const running = loading.get(key) ?? fetchScreen(name, language);
    loading.set(key, running);
    running.catch(() => loading.delete(key));
    return running;
  }
  const begin = (name: string) => void load(name).catch(() => undefined);
  return {
    load,
    peek: (name: string) => loaded.get(`${name} ${pageLanguage()}`),
    begin,
    // An application loads only its own chunks.
    loadAhead: (name: string) =>
      load(name).then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** Museum and exhibition are not known yet. */
export function beginFirstScreen(page: Document, _: unknown, loader: ReturnType<typeof createScreenLoader>): void {
  const [first] = screens.find(([name]) => page.querySelector(`link[rel="preload"][href^="/static/js/async/${name}."]`)) ?? [];
  if (first) loader.load(first).catch(() => undefined);
}

export function createCurrentSet() {
  const { getState, subscribe } = createStore<ReleaseSet | undefined>(undefined);
  const set = { remotes: Object.fromEntries(screens.map(([name, { declaration }]) => [name, { declaration }])) };
  return { getState, subscribe, load: async () => undefined, unverified: () => set, integrityOf: () => undefined };
}

export const isNewSet = () => false;
export const createReleaseUpdater = () => ({ check: async () => undefined, replaceFailed: async () => false });
export const startPolling = () => undefined;
export const createStartFlags = () => ({ hung: [], start: () => () => undefined });
export const createFederation = () => undefined;
export const sharedPackages = {};
export const createPageVerifier = () => undefined;
export const museumOf = (page: Document): string => page.documentElement.dataset['museum'] || '*';
