import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import type { PageFrame } from './page-frame.ts';
import { decideSwap, type ReleaseSwapOptions, recheckMs } from './release-swap.ts';

/** In the tab's storage: the file for which the page was loaded again last. */
const goneKey = 'gone';

export interface GoneFilesOptions extends Pick<ReleaseSwapOptions, 'conversation'> {
  window: Pick<Window, 'addEventListener' | 'fetch' | 'sessionStorage'> & { location: Pick<Location, 'reload'> };
  frame: PageFrame;
  clock: Pick<Clock, 'after'>;
}

/**
 * Loads the page again, between two conversations, when the site no longer has a file that the page loads late: a file of a
 * host that several upgrades replaced, or of a screen whose version is retired. Screens keep what was typed in their own storage.
 * It happens once for a file: if the next page misses the same file, loading does not help.
 */
export function watchGoneFiles({ window, frame, conversation, clock }: GoneFilesOptions): void {
  const storage = safeStorage(() => window.sessionStorage);

  function leave(address: string): void {
    const conditions = { isDrawn: true, isLoaded: true, isBusy: !!frame.screen()?.isBusy, isTyping: frame.isTyping() };
    if (decideSwap({ ...conversation.store.getState(), ...conditions }) !== 'swap')
      return void clock.after(recheckMs, () => leave(address));
    storage.writeText(goneKey, address);
    // In a browser that stores nothing the page would load without end.
    if (storage.readText(goneKey) === address) window.location.reload();
  }

  async function check(address: string): Promise<void> {
    if (!/\/(?:static|remotes)\//.test(address) || storage.readText(goneKey) === address) return;
    const { status } = await window.fetch(address, { method: 'HEAD' });
    if (status === 404) leave(address);
  }

  // Errors of elements do not bubble.
  window.addEventListener(
    'error',
    ({ target }) => {
      const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
      void check(src || href || '').catch(() => undefined);
    },
    true,
  );
}
