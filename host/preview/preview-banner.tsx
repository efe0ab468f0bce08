import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { GrantedVersion } from '@enfilade/shared-contracts/remote/release-set';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useEffect, useRef } from 'react';
import type { Services } from '../screens/services.ts';
import { formatEnd } from './format-end.ts';
import styles from './preview-banner.module.css';

/** Above every screen while it is another one than everybody gets, with the way out. */
export function PreviewBanner({ services }: { services: Pick<Services, 'preview' | 'i18n' | 'clock'> }) {
  const { preview, i18n, clock } = services;
  const host = useTranslation(i18n, 'host');
  const shared = useTranslation(i18n, 'shared');
  const state = useStore(preview, (whole) => whole);
  const bar = useRef<HTMLElement>(null);
  const isThere = state.kind !== 'none';
  useEffect(() => (isThere && bar.current ? leaveRoom(bar.current) : undefined), [isThere]);
  if (state.kind === 'none') return null;
  return (
    <section ref={bar} className={styles['bar']} aria-label={host.t('preview.name')}>
      {state.kind === 'running' ? (
        <>
          <p>{host.t('preview.running', describe(state.grants, host.language, clock.now()))}</p>
          <QuietButton className={styles['way']} onClick={preview.leave}>
            {host.t('preview.leave')}
          </QuietButton>
        </>
      ) : (
        <>
          <p role="status">{host.t('preview.over')}</p>
          <QuietButton aria-label={shared.t('close')} onClick={preview.dismiss}>
            <Icon name="close" />
          </QuietButton>
        </>
      )}
    </section>
  );
}

/** `visit 1.9.0 and chat 2.0.0`, and when the first of them ends. */
function describe(grants: readonly GrantedVersion[], language: Language, now: number): { what: string; end: string } {
  const versions = grants.map(({ remote, version }) => `${remote} ${version}`);
  const end = Math.min(...grants.map(({ expiresAt }) => Date.parse(expiresAt)));
  return { what: new Intl.ListFormat(language).format(versions), end: formatEnd(end, language, now) };
}

/** Screens that are as high as the page are so much lower: what stands at their foot stays in sight. */
function leaveRoom(bar: HTMLElement): () => void {
  const page = bar.parentElement;
  const observer = new ResizeObserver(() => page?.style.setProperty('--visible-height', `calc(100dvh - ${bar.offsetHeight}px)`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    page?.style.removeProperty('--visible-height');
  };
}
