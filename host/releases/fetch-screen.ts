import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { containerName } from '@enfilade/shared-contracts/remote/container-name';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { PinnedRemote } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import type { FederationInstance } from './federation.ts';
import { RemoteError } from './remote-error.ts';

export interface FetchedScreen {
  module: ScreenModule;
  texts: Texts;
}

export interface ScreenWanted {
  name: RemoteName;
  language: Language;
  /**
   * Takes the container out of the page and brings it in anew: a module that threw while it was evaluated is
   * never evaluated a second time by the container that holds it.
   */
  isRetry: boolean;
}

/** Brings a pinned screen and its texts into the page. Rejects with RemoteError. */
export async function fetchScreen(federation: FederationInstance, pinned: PinnedRemote, wanted: ScreenWanted): Promise<FetchedScreen> {
  const { name, language, isRetry } = wanted;
  const container = containerName(name, pinned.version);
  const what = `${name} ${pinned.version}`;
  federation.registerRemotes([{ name: container, entry: pinned.entry, entryGlobalName: container }], { force: isRetry });
  const module = await federation.loadRemote<ScreenModule>(`${container}/screen`).catch((cause: unknown) => {
    throw asRemoteError(cause, what);
  });
  if (typeof module?.default !== 'function' || typeof module.loadTexts !== 'function')
    throw new RemoteError('broken', `${what} exposes no screen`);
  const texts = await module.loadTexts(language).catch((cause: unknown) => {
    throw new RemoteError('unreachable', `${what}: no texts in ${language}`, cause);
  });
  return { module, texts: texts.default };
}

/** RUNTIME-008 is the federation runtime's "failed to load script resources"; the other two are the bundler's. */
const notFetched = /RUNTIME-008|ScriptNetworkError|ChunkLoadError|CSS_CHUNK_LOAD_FAILED/;

function asRemoteError(cause: unknown, what: string): RemoteError {
  if (cause instanceof RemoteError) return cause;
  const { name = '', message = String(cause), code = '' } = cause as { name?: string; message?: string; code?: string };
  return new RemoteError(notFetched.test(`${name} ${code} ${message}`) ? 'unreachable' : 'broken', `${what}: ${message}`, cause);
}
