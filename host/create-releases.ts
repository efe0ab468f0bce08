import { createGuideApi } from '@enfilade/shared-contracts/api/create-guide-api';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { type CurrentSet, createCurrentSet, isNewSet } from './releases/current-set.ts';
import { createFederation, sharedPackages } from './releases/federation.ts';
import { museumOf, restoreFields, saveFields } from './releases/page-frame.ts';
import { createPreview, type Preview } from './releases/preview.ts';
import { createReleaseUpdater, type ReleaseUpdater, type ReleaseUpdaterOptions, startPolling } from './releases/release-updater.ts';
import { beginFirstScreen, createScreenLoader, type ScreenLoader } from './releases/screen-loader.ts';
import { createSetVerifier } from './releases/set-verifier.ts';
import { SuspenseLimit, watchBlank } from './screens/remote-screen.tsx';
import { WaitingPage } from './screens/waiting-view.tsx';
import { browserFetch, parseLanguage, type Reporting, type VisitServices } from './services.ts';

/** The release set and what loads its screens. */
export interface Releases {
  currentSet: Pick<CurrentSet, 'getState' | 'subscribe' | 'unverified' | 'load'>;
  loader: Pick<ScreenLoader, 'peek' | 'load' | 'begin' | 'loadAhead'>;
  preview: Preview;
  /** Updates the open page to the museum's newest set, once it has a conversation to wait for. */
  startUpdates(options: Pick<ReleaseUpdaterOptions, 'conversation' | 'frame'>): Pick<ReleaseUpdater, 'check' | 'replaceFailed'>;
}

export function createReleases({ clock, i18n, bus }: VisitServices, { report, whenReported, startFlags, blocked }: Reporting): Releases {
  // The browser's cache may have an ignored set, which every 304 would return again.
  let hasIgnored = false;
  const currentSet = createCurrentSet({
    page: document,
    // `createFetch` would prevent the usual 304. The set has the hashes of one language's texts.
    api: createGuideApi({
      fetch: (url, options) => browserFetch(`${url}?language=${i18n.language}`, { ...options, cache: hasIgnored ? 'reload' : 'no-cache' }),
      clock,
    }),
    verifier: createSetVerifier(window, clock, browserFetch),
    report(problem) {
      hasIgnored ||= problem !== 'set-unverified';
      report({ remote: 'host', version: contractVersion, kind: 'violation', code: problem });
    },
  });
  const trials = new Set(document.documentElement.dataset['trial']?.split(' '));
  const loader = createScreenLoader({
    federation: createFederation(currentSet.integrityOf, (page) =>
      import(/* webpackChunkName: "stock-remotes" */ './releases/stock-remotes.tsx').then(({ createStockRemotes }) =>
        createStockRemotes({ ...page, shared: sharedPackages, window, host: { saveFields, restoreFields, watchBlank, whenReported } }),
      ),
    ),
    loadMounting: () =>
      import(/* webpackChunkName: "seldom" */ './screens/mounted-screen.tsx').then(({ createMounting }) =>
        createMounting({ SuspenseLimit, WaitingPage }),
      ),
    currentSet,
    startFlags,
    // The gateway names the versions on trial only for the set in the HTML. Versions on trial must not run ahead.
    mayRunAhead: (name, version) => !trials.has(name) && currentSet.unverified()?.remotes[name]?.version === version,
    language: () => parseLanguage(i18n.language),
    addTexts: (name, language, texts) => void i18n.addResourceBundle(language, name, texts),
    clock,
  });
  const preview = createPreview(window, currentSet);
  currentSet.subscribe((set, before) => {
    if (set && before && isNewSet(set, before)) bus.emit('composition-changed', { sequence: set.sequence });
  });
  beginFirstScreen(document, currentSet.unverified(), loader);
  // The screens of the set in the HTML count only until the verification, so the verification starts at once.
  if (museumOf(document) !== '*') void currentSet.load().catch(() => undefined);
  return {
    currentSet,
    loader,
    preview,
    startUpdates(options) {
      const updater = createReleaseUpdater({ ...options, currentSet, loader, blocked, clock, report });
      // A page without a museum is not updated, because a swap would lose operators' input.
      if (museumOf(document) === '*') return updater;
      startPolling({ page: document, network: window, clock, random: Math.random, check: updater.check });
      bus.on('language-changed', () => void updater.check().catch(() => undefined));
      return updater;
    },
  };
}
