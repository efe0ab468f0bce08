import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { remoteNames } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { RemoteLoader } from './load-remote.ts';

interface FirstScreen {
  page: Document;
  /** What the page says its set is, unverified: the loader waits for the verified one. Undefined when it says nothing. */
  claimed: ReleaseSet | undefined;
  loader: Pick<RemoteLoader, 'begin'>;
  language: Language;
}

/**
 * Starts the screen whose entry the gateway preloads, before museum and exhibition are known: the gateway
 * has applied the same arrival table. When it was wrong, nothing is lost but a screen loaded too early.
 */
export function beginFirstScreen({ page, claimed, loader, language }: FirstScreen): void {
  const preloaded = new Set([...page.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href')));
  const first = remoteNames.find((name) => preloaded.has(claimed?.remotes[name]?.entry ?? ''));
  if (first) loader.begin(first, language, performance.now());
}
