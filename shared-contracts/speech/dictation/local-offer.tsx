import { Button } from '../../ui/button.tsx';
import type { LocalState } from '../../voice/local-recognition.ts';
import type { Translate } from '../texts/texts.ts';
import styles from './local-offer.module.css';

const sentences = {
  downloadable: 'local.offer',
  installing: 'local.installing',
  installed: 'local.installed',
  failed: 'local.failed',
} as const;

interface LocalOfferProps {
  state: LocalState;
  t: Translate;
  onInstall(): void;
  /** Where nothing else leads on once it is installed. */
  onSpeak?: () => void;
}

/** Recognition on the device itself, where it has to be downloaded first. The button keeps its place, and the focus, to the end. */
export function LocalOffer({ state, t, onInstall, onSpeak }: LocalOfferProps) {
  if (state === 'none' || state === 'available') return null;
  const isInstalled = state === 'installed';
  const onPress = isInstalled ? onSpeak : state !== 'installing' && onInstall;
  return (
    <div className={styles['offer']}>
      <p role="status">{t(sentences[state])}</p>
      <Button
        wide
        icon={isInstalled ? 'check' : 'microphone'}
        iconSide="start"
        aria-disabled={!onPress}
        {...(onPress && { onClick: onPress })}
      >
        {t(isInstalled && onSpeak ? 'dictation.agree' : 'local.install')}
      </Button>
    </div>
  );
}
