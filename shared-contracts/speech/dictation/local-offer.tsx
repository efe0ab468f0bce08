import { Button } from '../../ui/button.tsx';
import type { LocalState } from '../../voice/local-recognition.ts';
import type { Translate } from '../texts/texts.ts';
import styles from './local-offer.module.css';
import { localSentences } from './panel-content.ts';

interface LocalOfferProps {
  state: LocalState;
  t: Translate;
  onInstall(): void;
  /** Where nothing else leads on once it is installed. */
  onSpeak?: () => void;
}

/** Recognition on the device itself, where it has to be downloaded first. */
export function LocalOffer(props: LocalOfferProps) {
  const sentence = localSentences[props.state];
  return (
    sentence && (
      <div className={styles['offer']}>
        <p role="status">{props.t(sentence)}</p>
        <LocalButton {...props} />
      </div>
    )
  );
}

/** Keeps its place, and the focus, to the end. */
export function LocalButton({ state, t, onInstall, onSpeak }: LocalOfferProps) {
  if (!localSentences[state]) return null;
  const isInstalled = state === 'installed';
  const onPress = isInstalled ? onSpeak : state !== 'installing' && onInstall;
  return (
    <Button
      wide
      icon={isInstalled ? 'check' : 'microphone'}
      iconSide="start"
      aria-disabled={!onPress}
      {...(onPress && { onClick: onPress })}
    >
      {t(isInstalled && onSpeak ? 'dictation.agree' : 'local.install')}
    </Button>
  );
}
