import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { screensAhead } from '@enfilade/shared-contracts/visit/arrival';
import type { Releases } from './create-releases.ts';
import { followLanguage, followSession, restartCalls } from './page-sync.ts';
import { declaredScreens } from './releases/declared-screens.ts';
import { createPageFrame } from './releases/page-frame.ts';
import { watchVitals } from './screens/watch-vitals.ts';
import { type Reporting, sparesData, type VisitServices, whenIdle } from './services.ts';

const recordsAhead = 4;
/** A tap takes as long as a request, so the task also starts at a press. */
function whenIdleOrPressed(task: () => void): void {
  let isDone = false;
  const run = () => {
    removeEventListener('pointerdown', run, true);
    if (!isDone) task();
    isDone = true;
  };
  addEventListener('pointerdown', run, { capture: true, passive: true });
  whenIdle(run);
}

export function createUpkeep(visit: VisitServices, reporting: Reporting, releases: Releases, conversation: Conversation) {
  const sync = {
    ...visit,
    page: document,
    conversation,
    loader: releases.loader,
    failedLanguage: createStore<Language | undefined>(undefined),
  };
  followLanguage(sync);
  const frame = createPageFrame(document, visit.busy, visit.clock);
  const updater = releases.startUpdates({ conversation, frame });
  restartCalls(sync);
  followSession(sync);
  workAhead(visit, reporting, releases);
  return { updater, failedLanguage: sync.failedLanguage };
}

function workAhead({ clock, records, knownMuseum }: VisitServices, { report, loaded }: Reporting, { currentSet, loader }: Releases): void {
  // Percentage of visits that report timings.
  const { vitals: watchedPercent = '100' } = document.documentElement.dataset;
  let isWatched = Math.random() * 100 >= Number(watchedPercent);

  /** Loads the nearest screens first, and none for visitors who save data. */
  async function prepareNextScreens(shown: string): Promise<void> {
    if (sparesData()) return;
    const known = knownMuseum();
    const screens = declaredScreens(currentSet);
    if (!known || !screens) return;
    const { museum, profile } = known;
    const isChoice = screens.some(({ name, provides }) => name === shown && provides === 'exhibition');
    for (const { _id } of isChoice ? museum.exhibitions.slice(0, recordsAhead) : []) records.exhibition(museum._id, _id).load();
    for (const name of screensAhead(shown, screens, profile)) await loader.loadAhead(name);
  }

  loaded.subscribe((entry) => {
    const remote = entry?.remote;
    if (remote === undefined || !declaredScreens(currentSet)?.some(({ name }) => name === remote)) return;
    whenIdle(registerOfflineWorker);
    if (!isWatched) whenIdle(() => watchVitals(document, clock, report));
    isWatched = true;
    whenIdleOrPressed(() => void prepareNextScreens(remote));
  });
}

/** Insecure contexts have no service workers, and the browser may refuse them. */
function registerOfflineWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register(new URL(/* webpackChunkName: "offline-worker" */ './offline/offline-worker.ts', import.meta.url))
    .catch(() => undefined);
}
