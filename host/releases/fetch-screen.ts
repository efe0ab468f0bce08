import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { containerName } from '@enfilade/shared-contracts/releases/container-name';
import type { RemoteName } from '@enfilade/shared-contracts/releases/contract';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { Federation } from './federation.ts';
import { RemoteError } from './remote-error.ts';

export interface FetchedScreen {
  module: ScreenModule;
  texts: Texts;
}

export interface ScreenRequest {
  name: RemoteName;
  language: Language;
  /**
   * Removes the container from the page and loads it again: a container never evaluates a module twice that threw while
   * it was evaluated.
   */
  isRetry: boolean;
}

/** Brings a pinned screen and its texts into the page. Rejects with RemoteError. */
export async function fetchScreen(federation: Federation, pinned: PinnedRemote, request: ScreenRequest): Promise<FetchedScreen> {
  const { name, language, isRetry } = request;
  const container = containerName(name, pinned.version);
  const release = `${name} ${pinned.version}`;
  federation.registerRemotes([{ name: container, entry: pinned.entry, entryGlobalName: container }], { force: isRetry });
  const module = await federation.loadRemote(`${container}/screen`).catch((cause: unknown) => {
    throw asRemoteError(cause, release);
  });
  if (!isScreenModule(module)) throw new RemoteError('broken', `${release} exposes no screen`);
  const texts = await module.loadTexts(language).catch((cause: unknown) => {
    throw new RemoteError('unreachable', `${release}: no texts in ${language}`, cause);
  });
  return { module, texts: texts.default };
}

function isScreenModule(module: unknown): module is ScreenModule {
  const { default: screen, loadTexts } = (module ?? {}) as Partial<ScreenModule>;
  return typeof screen === 'function' && typeof loadTexts === 'function';
}

/** RUNTIME-008 is the federation runtime's "failed to load script resources"; the other two are the bundler's. */
const notFetched = /RUNTIME-008|ScriptNetworkError|ChunkLoadError|CSS_CHUNK_LOAD_FAILED/;

function asRemoteError(cause: unknown, release: string): RemoteError {
  if (cause instanceof RemoteError) return cause;
  const { name = '', message = String(cause), code = '' } = cause as { name?: string; message?: string; code?: string };
  return new RemoteError(notFetched.test(`${name} ${code} ${message}`) ? 'unreachable' : 'broken', `${release}: ${message}`, cause);
}

/**
 * A hung entry, chunk or style blocks its address: a new tag for the same URL makes no request at all, even long after
 * the old tag is gone. Only if the preloads are removed, the pending tags are failed, so that the runtimes forget them,
 * and every file is fetched past the cache (`refetchFiles`), does the next attempt really make requests.
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

const belongsTo = (remote: PinnedRemote, address: string | null) =>
  address !== null && new URL(address, location.href).pathname in remote.integrity;

/** A style that arrived has a sheet; a script's tag is removed by the runtimes when it has loaded or failed. */
const hasLoaded = (tag: HTMLElement): boolean => tag instanceof HTMLLinkElement && tag.sheet !== null;

/** Fetches the files of the first view and the language's texts past the cache; wrong bytes are refused by their hash. */
export async function refetchFiles(remote: PinnedRemote, language: Language, signal: AbortSignal): Promise<void> {
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
