import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { PinnedRemote } from '@enfilade/shared-contracts/remote/release-set';
import { RemoteError } from './remote-error.ts';

/*
 * A hung entry, chunk or style holds its address: a new tag on the same URL makes no request at all, even
 * long after the old tag is gone. Three things together let the next attempt really ask again: the
 * preloads go, the pending tags are told that they failed, and every file is fetched past the cache.
 */

const pathOf = (address: string) => new URL(address, location.href).pathname;
const belongsTo = (remote: PinnedRemote, address: string | null) => address !== null && pathOf(address) in remote.integrity;

/** Removes the preload links of the remote's files. */
export function dropPreloads(remote: PinnedRemote): void {
  for (const link of document.querySelectorAll('link[rel="preload"]')) {
    if (belongsTo(remote, link.getAttribute('href'))) link.remove();
  }
}

/** Tells every script and style tag of the remote that has not settled that it failed, so that the runtimes forget it. */
export function failPendingTags(remote: PinnedRemote): void {
  for (const tag of document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"]')) {
    const address = tag.getAttribute('src') ?? tag.getAttribute('href');
    if (!belongsTo(remote, address) || isSettled(tag)) continue;
    tag.dispatchEvent(new Event('error'));
    tag.remove();
  }
}

/** A style that arrived has a sheet; the runtimes take a script's tag away when it has settled. */
function isSettled(tag: HTMLElement): boolean {
  return tag instanceof HTMLLinkElement && tag.sheet !== null;
}

/** Fetches the files of the first view and the language's texts anew; wrong bytes are refused by their hash. */
export async function fetchAgain(remote: PinnedRemote, language: Language, signal: AbortSignal): Promise<void> {
  const texts = Object.keys(remote.integrity).filter((path) => path.includes(`/texts-${language}.`));
  const files = [...new Set([remote.entry, ...remote.initial, ...texts])];
  await Promise.all(
    files.map(async (path) => {
      const integrity = remote.integrity[path];
      const options: RequestInit = { cache: 'reload', credentials: 'same-origin', signal, ...(integrity && { integrity }) };
      // biome-ignore lint/style/noRestrictedGlobals: artifacts, not a call of the gateway
      const response = await fetch(path, options).catch((cause: unknown) => {
        throw new RemoteError('unreachable', `${path} does not arrive`, cause);
      });
      if (!response.ok) throw new RemoteError('unreachable', `${path} answers ${response.status}`);
      await response.arrayBuffer();
    }),
  );
}
