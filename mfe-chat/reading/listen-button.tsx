import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { ReadingState } from './reading.ts';
import styles from './listen-button.module.css';

interface ListenButtonProps {
  /** Of this answer's own reading. */
  state: ReadingState;
  t: Translate;
  onPress(): void;
}

const words = ['action.listen', 'action.loading', 'action.stop'] as const;
type Look = { word: (typeof words)[number]; icon: IconName };

const atRest: Look = { word: 'action.listen', icon: 'play' };
const onItsWay: Look = { word: 'action.loading', icon: 'stop' };
const looks: Record<ReadingState, Look> = {
  loading: onItsWay,
  ready: onItsWay,
  playing: { word: 'action.stop', icon: 'stop' },
  paused: atRest,
  complete: atRest,
  stopped: atRest,
  error: atRest,
};

/** Reads an answer aloud, or stops that. As wide as its longest word, whichever it shows. */
export function ListenButton({ state, t, onPress }: ListenButtonProps) {
  const { word, icon } = looks[state];
  const [second, third] = words.filter((other) => other !== word).map((other) => t(other));
  return (
    <QuietButton className={styles['listen']} aria-pressed={state === 'playing'} onClick={onPress}>
      <Icon name={icon} />
      <span className={styles['word']} data-second={second} data-third={third}>
        {t(word)}
      </span>
    </QuietButton>
  );
}
