import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { PinnedRemote } from '@enfilade/shared-contracts/remote/release-set';

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'fetch';
  integrity?: string | undefined;
}

/** Entry, first files and texts of the remote that is drawn first: fetched while the host itself still comes. */
export function preloadsOf(remote: PinnedRemote, language: Language): Preload[] {
  const texts = Object.keys(remote.integrity).filter((path) => path.includes(`/static/js/async/texts-${language}.`));
  return [remote.entry, ...remote.initial, ...texts].map((href) => ({
    href,
    as: href.endsWith('.css') ? 'style' : 'script',
    integrity: remote.integrity[href],
  }));
}
