import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { goneKey } from '@enfilade/shared-contracts/visit/stored-names';
import type { PageFrame } from './page-frame.ts';
import { decideSwap, type ReleaseSwapOptions, recheckMs } from './release-swap.ts';

export interface GoneFilesOptions extends Pick<ReleaseSwapOptions, 'conversation'> {
  window: Pick<Window, 'addEventListener' | 'fetch' | 'sessionStorage'> & { location: Pick<Location, 'reload'> };
  frame: PageFrame;
  clock: Pick<Clock, 'after'>;
}

/** Upgrades and retirements remove late files. Each missing file reloads one page only: a second reload would not help. */
export function watchGoneFiles({ window, frame, conversation, clock }: GoneFilesOptions): void {
  const isFree = () => {
    const conditions = { isDrawn: true, isLoaded: true, isBusy: !!frame.screen()?.isBusy, isTyping: frame.isTyping() };
    return decideSwap({ ...conversation.store.getState(), ...conditions }) === 'swap';
  };

  async function check({ src, href }: Partial<HTMLScriptElement & HTMLLinkElement>): Promise<void> {
    const address = src || href || '';
    // Throws if storage is blocked, because the page would then reload without end.
    const { sessionStorage: storage } = window;
    const missed = () => storage.getItem(goneKey)?.split(' ') ?? [];
    if (!/\/(static|remotes|voice)\//.test(address) || missed().includes(address)) return;
    const { status } = await window.fetch(address, { method: 'HEAD' });
    if (status !== 404) return;
    while (!isFree()) await new Promise<void>((resolve) => void clock.after(recheckMs, resolve));
    storage.setItem(goneKey, [...missed(), address].join(' '));
    window.location.reload();
  }

  // Errors of elements do not bubble.
  window.addEventListener('error', ({ target }) => void check(target as HTMLScriptElement).catch(() => undefined), true);
}
