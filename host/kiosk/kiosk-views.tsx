import { languages } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useModal } from '@enfilade/shared-contracts/ui/dialog';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { type KeyboardEvent, useId } from 'react';
import { useTexts } from '../screens/host-services.ts';
import { takeFocus } from '../screens/page-parts.tsx';
import { idleLimits } from './idle.ts';
import styles from './kiosk-views.module.css';
import { type TextKey, texts } from './texts/texts.ts';

interface AttractViewProps {
  museum: Museum;
  profile: MuseumProfile;
  themeMode: ThemeMode;
  onTouch(): void;
}

export function AttractView({ museum, profile, themeMode, onTouch }: AttractViewProps) {
  const first = parseMuseumLanguage(museum.defaultLanguage);
  const onKeyDown = (event: KeyboardEvent) => {
    event.preventDefault();
    onTouch();
  };
  return (
    <button ref={takeFocus} type="button" className={styles['attract']} onClick={onTouch} onKeyDown={onKeyDown}>
      <img src={sceneUrl(museum._id, sceneOf(profile, museum.exhibitions[0]?._id), themeMode)} alt="" className={styles['picture']} />
      <span className={styles['label']}>
        <GuideAvatar state="idle" size="min(9rem, 22svh)" />
        <span className={styles['name']}>{museum.name}</span>
        <span className={styles['words']}>
          {[first, ...languages.filter((language) => language !== first)].map((language) => (
            <span key={language} lang={language}>
              {`${texts[language].begin} `}
            </span>
          ))}
        </span>
      </span>
    </button>
  );
}

interface StillThereDialogProps {
  secondsLeft: number;
  onStay(): void;
}

/** Seconds left at which a screen reader announces the time. */
const announced = [idleLimits.askMs / 1000, 10, 5];

export function StillThereDialog({ secondsLeft, onStay }: StillThereDialogProps) {
  const { t } = useTexts<TextKey>('kiosk');
  const dialog = useModal();
  const id = useId();
  const left = announced.findLast((seconds) => secondsLeft <= seconds);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click anywhere counts, and any key does the same
    <dialog
      ref={dialog}
      className={styles['dialog']}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onStay}
      onClick={onStay}
    >
      <h2 id={id}>{t('title')}</h2>
      <p id={`${id}-text`}>{t('text')}</p>
      <p className={styles['count']} aria-hidden="true">
        {secondsLeft}
      </p>
      <VisuallyHidden as="p" role="status">
        {left !== undefined && t('left', { count: left })}
      </VisuallyHidden>
      <Button kind="main" wide className={styles['stay']}>
        {t('stay')}
      </Button>
    </dialog>
  );
}

interface ForgettingViewProps {
  museum: Museum | undefined;
  /** True if the visit still exists, because the site is unreachable. */
  hasFailed: boolean;
}

export function ForgettingView({ museum, hasFailed }: ForgettingViewProps) {
  const { t } = useTexts<TextKey>('kiosk');
  return (
    <main className={styles['forgetting']}>
      <GuideAvatar state={hasFailed ? 'reconnecting' : 'thinking'} size="9rem" />
      {museum && <h1>{museum.name}</h1>}
      <p role="status">{t(hasFailed ? 'waiting' : 'forgetting')}</p>
    </main>
  );
}
