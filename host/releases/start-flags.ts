import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { startKey } from '@enfilade/shared-contracts/visit/stored-names';
import { screenLimitMs } from './remote-error.ts';

export interface StartFlagsOptions {
  window: Pick<Window, 'addEventListener'> & {
    document: Pick<Document, 'visibilityState' | 'addEventListener'>;
    readonly localStorage: Storage;
  };
  clock: Pick<Clock, 'now'>;
}

/**
 * A page sets a flag before a version runs, and clears the flag when the version has drawn. A page whose thread hangs cannot clear its
 * flag: a later page finds the flag and does not run the version.
 */
export type StartFlags = ReturnType<typeof createStartFlags>;

export function createStartFlags({ window, clock }: StartFlagsOptions) {
  const { document: page } = window;
  function change(act: (own: Storage) => void): void {
    try {
      act(window.localStorage);
    } catch {
      // Storage is blocked or full: later pages get no flag of this page.
    }
  }
  const hung = new Set<string>();
  change((own) => {
    const flags = Object.keys(own).filter((key) => key.startsWith(startKey));
    // A younger flag may be of a live page, for example in another tab.
    for (const key of flags.filter((flag) => !(clock.now() - Number(own.getItem(flag)) < screenLimitMs))) {
      hung.add(key.slice(startKey.length));
      own.removeItem(key);
    }
  });

  const running = new Set<string>();
  const clear = (entries: Iterable<string>) =>
    change((own) => {
      for (const entry of entries) own.removeItem(startKey + entry);
    });
  // The browser may end a hidden or left page at any time, which is no fault of the versions that start.
  page.addEventListener('visibilitychange', () => clear(running));
  window.addEventListener('pagehide', () => clear(running));

  return {
    /** The versions that hung an earlier page. */
    hung: [...hung].map((entry) => {
      const [remote = '', version = ''] = entry.split('@');
      return { remote, version };
    }),
    hasHung: (remote: string, version: string) => hung.has(`${remote}@${version}`),
    /** The version is about to run on the page's thread. @returns to be called when it has drawn or failed */
    start(remote: string, version: string): () => void {
      const entry = `${remote}@${version}`;
      running.add(entry);
      if (page.visibilityState === 'visible') {
        // Keeps the flag of an earlier page that was reloaded too soon to judge, so that its time continues.
        change((own) => own.getItem(startKey + entry) ?? own.setItem(startKey + entry, String(clock.now())));
      }
      return () => {
        if (running.delete(entry)) clear([entry]);
      };
    },
  };
}
