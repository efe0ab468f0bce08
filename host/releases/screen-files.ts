import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { artifactAddress } from './artifact-address.ts';
import { RemoteError } from './remote-error.ts';

/**
 * Browsers do not request a URL again while a request for that URL hangs, even long after its tag was removed.
 * The next attempt sends real requests only if the preloads are removed, the pending tags have failed (so that the runtimes drop them), and
 * every file bypasses the cache (`refetchFiles`).
 */
export function abandonFiles(remote: PinnedRemote): void {
  for (const link of document.querySelectorAll('link[rel="preload"]')) {
    if (belongsTo(remote, link.getAttribute('href'))) link.remove();
  }
  for (const tag of document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"]')) {
    const address = tag.getAttribute('src') ?? tag.getAttribute('href');
    if (!belongsTo(remote, address) || hasLoaded(tag)) continue;
    tag.dispatchEvent(new Event('error'));
    tag.remove();
  }
}

const belongsTo = ({ entry }: PinnedRemote, address: string | null) =>
  address !== null && new URL(address, location.href).pathname.startsWith(entry.replace(/[^/]*$/, ''));

/** A style that arrived has a sheet. The runtimes remove a script's tag once the script has loaded or failed. */
const hasLoaded = (tag: HTMLElement): boolean => tag instanceof HTMLLinkElement && tag.sheet !== null;

/** If the files are not preloaded, entry, chunks and texts each cost a round trip. */
export function preloadFiles({ integrity }: PinnedRemote, paths: readonly string[]): void {
  const present = new Set([...document.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href')));
  for (const path of paths) {
    const href = artifactAddress(path);
    if (present.has(href)) continue;
    const link = document.createElement('link');
    const as = path.endsWith('.css') ? 'style' : 'script';
    Object.assign(link, { rel: 'preload', as, crossOrigin: 'anonymous', integrity: integrity[path], href });
    document.head.append(link);
  }
}

/** Wrong bytes fail their hash and may stay in the cache, so each failed file is requested once more past the cache. */
export async function fetchFiles(remote: PinnedRemote, paths: readonly string[], more: RequestInit): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      const integrity = remote.integrity[path];
      const address = artifactAddress(path);
      // biome-ignore lint/style/noRestrictedGlobals: artifacts, not a call of the gateway
      const ask = (options: RequestInit) => fetch(address, { credentials: 'same-origin', ...(integrity && { integrity }), ...options });
      const askPastCache = () => ask({ ...more, cache: 'reload' });
      const response = await (more.cache === 'reload' ? askPastCache() : ask(more).catch(askPastCache)).catch(async (cause: unknown) => {
        // Browsers report a wrong hash like a missing file.
        const unchecked = await ask({ ...more, cache: 'reload', integrity: '' }).catch(() => undefined);
        throw new RemoteError(unchecked?.ok ? 'integrity' : 'unreachable', `${path} failed to load with its published bytes`, cause);
      });
      if (!response.ok) throw new RemoteError('unreachable', `${path} responded with status ${response.status}`);
      await response.arrayBuffer();
    }),
  );
}
