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

/** A page with a hung thread cannot clear its flag. A later page finds the flag and does not run the version. */
export type StartFlags = ReturnType<typeof createStartFlags>;

export function createStartFlags({ window, clock }: StartFlagsOptions) {
  const { document: page } = window;
  function change(act: (own: Storage) => void): void {
    try {
      act(window.localStorage);
    } catch {
      // Storage is blocked or full, so later pages get no flag of this page.
    }
  }
  const hung = new Set<string>();
  change((own) => {
    const flags = Object.keys(own).filter((key) => key.startsWith(startKey));
    // A younger flag may belong to a live page, for example in another tab.
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
  // The browser may end a hidden or left page at any time, which is not a failure of the versions that start.
  page.addEventListener('visibilitychange', () => clear(running));
  window.addEventListener('pagehide', () => clear(running));

  return {
    hung: [...hung].map((entry) => {
      const [remote = '', version = ''] = entry.split('@');
      return { remote, version };
    }),
    hasHung: (remote: string, version: string) => hung.has(`${remote}@${version}`),
    /** Call before the version runs. @returns a function to call when the version has rendered or failed */
    start(remote: string, version: string): () => void {
      const entry = `${remote}@${version}`;
      running.add(entry);
      if (page.visibilityState === 'visible') {
        // An earlier page was reloaded too soon to judge, so its flag's time continues.
        change((own) => own.getItem(startKey + entry) ?? own.setItem(startKey + entry, String(clock.now())));
      }
      return () => {
        if (running.delete(entry)) clear([entry]);
      };
    },
  };
}
