import type { MouseEvent } from 'react';
import type { Problem } from '../conversation/progress.ts';
import { Button } from './button.tsx';
import { focusLog } from './focus-log.ts';
import { Icon } from './icon.tsx';
import { useScreen } from './screen-context.tsx';
import common from './styles/common.module.css';
import styles from './styles/error-notice.module.css';

interface ErrorNoticeProps {
  problem: Problem<string>;
  onAction(): void;
}

export function ErrorNotice({ problem, onAction }: ErrorNoticeProps) {
  const { t } = useScreen<string>();
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
        {advice && <p className={common['note']}>{t(advice, count === undefined ? {} : { count })}</p>}
      </div>
      <Button icon="retry" iconSide="start" className={styles['action']} onClick={press}>
        {t(action)}
      </Button>
    </div>
  );
}
