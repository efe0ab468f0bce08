import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { MouseEvent } from 'react';
import type { FailureWords } from '../../model/failure-words.ts';
import styles from './failure-note.module.css';
import { focusLog } from './focus-log.ts';

interface FailureNoteProps {
  words: FailureWords;
  t: Translate;
  onRetry(): void;
}

/** What went wrong, what became of the question, and the way on. */
export function FailureNote({ words, t, onRetry }: FailureNoteProps) {
  const retry = (event: MouseEvent) => {
    focusLog(event.currentTarget);
    onRetry();
  };
  return (
    <div className={styles['note']}>
      <Icon name="alert" />
      <div role="alert">
        <p>{t(words.sentence)}</p>
        <p className={styles['advice']}>{t(words.advice, words.count === undefined ? {} : { count: words.count })}</p>
      </div>
      <Button icon="retry" iconSide="start" className={styles['retry']} onClick={retry}>
        {t('failure.retry')}
      </Button>
    </div>
  );
}
