import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { memo } from 'react';
import styles from './answer.module.css';

interface Copied {
  id: string;
  isDone: boolean;
}

export interface Copying {
  /** The answer that was copied last, and whether the browser let it be. */
  copied: Copied | undefined;
  /** Absent where there is no clipboard: no button that does nothing. */
  copy: ((id: string, text: string) => Promise<void>) | undefined;
}

interface AnswerProps {
  id: string;
  text: string;
  sources: readonly string[];
  isArriving: boolean;
  /** The answer ends before its end. */
  isCutOff: boolean;
  copied: Copied | undefined;
  t: Translate;
  onCopy: Copying['copy'];
}

/** What the guide said: plain on the paper, with what it rests on. */
export const Answer = memo(function Answer({ id, text, sources, isArriving, isCutOff, copied, t, onCopy }: AnswerProps) {
  return (
    <article className={styles['answer']}>
      <VisuallyHidden as="h2">{t('speaker.guide')}</VisuallyHidden>
      <p className={styles['words']}>{text}</p>
      {isCutOff && <p className={styles['note']}>{t('answer.cutOff')}</p>}
      {sources.map((title) => (
        <p className={styles['note']} key={title}>
          {t('answer.source', { title })}
        </p>
      ))}
      {onCopy && !isArriving && (
        <QuietButton className={styles['copy']} onClick={() => void onCopy(id, text)}>
          <Icon name={copied?.isDone ? 'check' : 'copy'} />
          <span aria-live="polite">{t(copyWord(copied))}</span>
        </QuietButton>
      )}
    </article>
  );
});

function copyWord(copied: Copied | undefined): string {
  if (!copied) return 'copy';
  return copied.isDone ? 'copy.done' : 'copy.failed';
}
