import type { MouseEvent } from 'react';
import type { Problem } from '../conversation/problem.ts';
import type { TranslateKeys } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { focusLog } from './focus-log.ts';
import { Icon } from './icon.tsx';
import styles from './styles/error-notice.module.css';

type KeyOfProblem<Sentence extends string> = NonNullable<Problem<Sentence>['sentence' | 'advice' | 'action']>;

interface ErrorNoticeProps<Sentence extends string> {
  problem: Problem<Sentence>;
  t: TranslateKeys<KeyOfProblem<Sentence>>;
  onAction(): void;
}

/** What failed, what became of the question, and the way on. */
export function ErrorNotice<Sentence extends string>({ problem, t, onAction }: ErrorNoticeProps<Sentence>) {
  const { sentence, advice, count, action } = problem;
  const press = (event: MouseEvent) => {
    focusLog(event.currentTarget);
    onAction();
  };
  return (
    <div className={styles['note']}>
      <Icon name="alert" />
      <div role="alert">
        <p>{t(sentence)}</p>
        {advice && <p className={styles['advice']}>{t(advice, count === undefined ? {} : { count })}</p>}
      </div>
      <Button icon="retry" iconSide="start" className={styles['action']} onClick={press}>
        {t(action)}
      </Button>
    </div>
  );
}
