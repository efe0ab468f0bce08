import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { ReactNode } from 'react';
import type { MessageSource } from './messages.ts';
import type { Block } from '../rich-text/blocks.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import styles from './answer.module.css';

interface AnswerProps {
  /** What is to be read of it so far. */
  blocks: readonly Block[];
  sources: readonly MessageSource[];
  /** All of it is here and shown. */
  isWhole: boolean;
  /** The answer ends before its end. */
  isCutOff: boolean;
  /** What can be done with a whole answer. */
  actions: ReactNode;
  t: Translate;
  /** Shows the whole answer at once; absent when it does not come letter by letter. */
  onComplete?: (() => void) | undefined;
}

/**
 * What the guide said: plain on the paper, with what it rests on. While it is typed the room for what stands
 * below is kept free, so that nothing moves when it is whole.
 */
export function Answer({ blocks, sources, isWhole, isCutOff, actions, t, onComplete }: AnswerProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a short cut for fingers, the button does the same
    <article className={styles['answer']} onClick={onComplete}>
      <VisuallyHidden as="h2">{t('speaker.guide')}</VisuallyHidden>
      <RichText blocks={blocks} t={t} />
      {isCutOff && <p className={styles['note']}>{t('answer.cutOff')}</p>}
      {sources.map(({ document, number, title }) => (
        <p
          className={isWhole ? styles['source'] : `${styles['source']} ${styles['waiting']}`}
          aria-hidden={isWhole ? undefined : true}
          key={document}
        >
          <span className={styles['number']} aria-hidden="true">
            {number}
          </span>
          <span>{t('answer.source', { title })}</span>
        </p>
      ))}
      <div className={styles['row']}>
        {isWhole && actions}
        {onComplete && (
          <QuietButton className={styles['complete']} ref={handFocusOn} onClick={onComplete}>
            {t('answer.complete')}
          </QuietButton>
        )}
      </div>
    </article>
  );
}

/** The button goes when the answer is whole, pressed or not; whoever stood on it stays in the log. */
function handFocusOn(button: HTMLButtonElement) {
  return () => {
    if (document.activeElement === button) focusLog(button);
  };
}
