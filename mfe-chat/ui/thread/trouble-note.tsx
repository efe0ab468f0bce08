import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { MouseEvent } from 'react';
import type { Trouble } from '../../model/trouble.ts';
import { focusLog } from './focus-log.ts';
import styles from './trouble-note.module.css';

interface TroubleNoteProps {
  trouble: Trouble;
  t: Translate;
  onRemedy(): void;
}

/** What went wrong, what became of the question, and the way on. */
export function TroubleNote({ trouble, t, onRemedy }: TroubleNoteProps) {
  const { sentence, advice, count, remedy } = trouble;
  const press = (event: MouseEvent) => {
    focusLog(event.currentTarget);
    onRemedy();
  };
  return (
    <div className={styles['note']}>
      <Icon name="alert" />
      <div role="alert">
        <p>{t(sentence)}</p>
        {advice && <p className={styles['advice']}>{t(advice, count === undefined ? {} : { count })}</p>}
      </div>
      <Button icon="retry" iconSide="start" className={styles['remedy']} onClick={press}>
        {t(remedy)}
      </Button>
    </div>
  );
}
