import type { MouseEvent } from 'react';
import type { TroubleWords } from '../conversation/trouble-words.ts';
import type { Translate } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { focusLog } from './focus-log.ts';
import { Icon } from './icon.tsx';
import styles from './styles/trouble-note.module.css';

interface TroubleNoteProps {
  trouble: TroubleWords;
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
