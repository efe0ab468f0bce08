import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { operatorsPath, parsePath } from '@enfilade/shared-contracts/visit/arrival';
import { type PageFrame, storeTyped } from './page-frame.ts';
import { decideSwap, type ReleaseSwapOptions, recheckMs } from './release-swap.ts';

/** In the tab's storage: the file for which the page was loaded again last. */
const goneKey = 'gone';

export interface GoneFilesOptions extends Pick<ReleaseSwapOptions, 'conversation'> {
  window: Pick<Window, 'addEventListener' | 'document' | 'fetch' | 'location' | 'sessionStorage'>;
  frame: PageFrame;
  clock: Pick<Clock, 'after'>;
}

/**
 * Loads a visitor's page again, between two conversations and with what was typed, when the site no longer has a file that the page
 * loads late: a file of a host that several upgrades replaced, or of a drawn screen whose version is retired. It happens once for a
 * file: if the next page misses the same file, loading does not help.
 */
export function watchGoneFiles({ window, frame, conversation, clock }: GoneFilesOptions): void {
  const { document, location } = window;
  const storage = safeStorage(() => window.sessionStorage);

  function leave(): void {
    const conditions = { isDrawn: true, isLoaded: true, isBusy: !!frame.screen()?.isBusy, isTyping: frame.isTyping() };
    if (decideSwap({ ...conversation.store.getState(), ...conditions }) !== 'swap') return void clock.after(recheckMs, leave);
    storeTyped(document, storage);
    location.reload();
  }

  /** What a screen that is drawn came with is there. */
  function isLate(path: string): boolean {
    const [, name, version] = /^\/remotes\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
    return name ? document.querySelector(`[data-remote="${name}"][data-version="${version}"]`) !== null : path.startsWith('/static/');
  }

  async function check(address: string): Promise<void> {
    if (!isLate(new URL(address).pathname) || storage.readText(goneKey) === address) return;
    if ((await window.fetch(address, { method: 'HEAD', cache: 'no-store' })).status !== 404) return;
    storage.writeText(goneKey, address);
    // Blocked storage cannot say that it was tried.
    if (storage.readText(goneKey) === address) leave();
  }

  const onError = ({ target }: Event) => {
    const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
    const address = src || href;
    // Operators fill in more than is kept.
    if (address && parsePath(location.pathname) !== operatorsPath) void check(address).catch(() => undefined);
  };
  // Errors of elements do not bubble.
  window.addEventListener('error', onError, true);
}
