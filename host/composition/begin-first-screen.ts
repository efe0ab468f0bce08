import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { screenNames } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { RemoteLoader } from './load-remote.ts';

interface FirstScreen {
  page: Document;
  /** Undefined when the page carries none. */
  set: ReleaseSet | undefined;
  loader: Pick<RemoteLoader, 'begin'>;
  language: Language;
}

/**
 * Starts the screen whose entry the gateway preloads, before museum and exhibition are known: the gateway
 * has applied the same arrival table. When it was wrong, nothing is lost but a screen loaded too early.
 */
export function beginFirstScreen({ page, set, loader, language }: FirstScreen): void {
  const preloaded = new Set([...page.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href')));
  const first = screenNames.find((name) => preloaded.has(set?.remotes[name]?.entry ?? ''));
  if (first) loader.begin(first, language, performance.now());
}
