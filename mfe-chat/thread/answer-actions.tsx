import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { ReactNode } from 'react';
import styles from './answer-actions.module.css';

export interface AnswerActionsProps {
  /** Whether the answer has just been copied; undefined when nobody tried. */
  isCopied: boolean | undefined;
  t: Translate;
  /** Absent where there is no clipboard: no button that does nothing. */
  onCopy: (() => void) | undefined;
  /** What reads the answer aloud. */
  listen: ReactNode;
  /** What asks whether it helped. */
  rating: ReactNode;
}

/** What can be done with an answer. */
export function AnswerActions({ isCopied, t, onCopy, listen, rating }: AnswerActionsProps) {
  return (
    <div className={styles['actions']}>
      {listen}
      {onCopy && (
        <QuietButton onClick={onCopy}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span aria-live="polite">{t(copyWord(isCopied))}</span>
        </QuietButton>
      )}
      {rating}
    </div>
  );
}

function copyWord(isCopied: boolean | undefined): string {
  if (isCopied === undefined) return 'copy';
  return isCopied ? 'copy.done' : 'copy.failed';
}
