import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { Releases } from '../create-releases.ts';
import { createPreview } from '../releases/preview.ts';
import type { LoadedScreen } from '../releases/screen-loader.ts';
import { parseLanguage, type VisitServices } from '../services.ts';

// Replaces host/create-releases.ts for measure-page.mjs: no release set, no federation, and `import()` as the loader.

/** Written by the build: each screen's declaration and a static `import()`. */
declare const __SCREENS__: Record<string, { load(): Promise<ScreenModule>; declaration: Declaration }>;

const bundled = __SCREENS__;
const screens = Object.entries(bundled);

export function createReleases({ i18n }: VisitServices): Releases {
  const loaded = new Map<string, LoadedScreen>();
  const loading = new Map<string, Promise<LoadedScreen>>();
  const pageLanguage = () => parseLanguage(i18n.language);
  async function fetchScreen(name: string, language: string): Promise<LoadedScreen> {
    const module = await bundled[name]?.load();
    if (!module) throw new Error(`The application has no screen ${name}`);
    i18n.addResourceBundle(language, name, (await module.loadTexts(parseLanguage(language))).default);
    const screen = { name, version: '1.0.0', module };
    loaded.set(`${name} ${language}`, screen);
    return screen;
  }
  const load: Releases['loader']['load'] = (name, { language = pageLanguage() } = {}) => {
    const key = `${name} ${language}`;
    const running = loading.get(key) ?? fetchScreen(name, language);
    loading.set(key, running);
    running.catch(() => loading.delete(key));
    return running;
  };
  const begin = (name: string) => void load(name).catch(() => undefined);
  const set = { remotes: Object.fromEntries(screens.map(([name, { declaration }]) => [name, { declaration }])) } as unknown as ReleaseSet;
  const { getState, subscribe } = createStore<ReleaseSet | undefined>(undefined);
  const currentSet = { getState, subscribe, load: async () => set, unverified: () => set };
  // The page preloads the first screen, before museum and exhibition are known.
  const [first] = screens.find(([name]) => document.querySelector(`link[rel="preload"][href^="/static/js/async/${name}."]`)) ?? [];
  if (first) begin(first);
  return {
    currentSet,
    loader: {
      load,
      begin,
      peek: (name) => loaded.get(`${name} ${pageLanguage()}`),
      // An application loads only its own chunks.
      loadAhead: async (name) => begin(name),
    },
    preview: createPreview(window, currentSet),
    startUpdates: () => ({ check: async () => undefined, replaceFailed: async () => false }),
  };
}
