import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { focusLog } from '@enfilade/shared-contracts/ui/focus-log';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { ReactNode } from 'react';
import type { Block } from '../rich-text/blocks.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import styles from './answer.module.css';
import type { MessageSource } from './messages.ts';
import type { Rating } from './ratings.ts';

interface AnswerProps {
  /** As far as they are shown. */
  blocks: readonly Block[];
  sources: readonly MessageSource[];
  /** It is complete and shown to its end. */
  isWhole: boolean;
  /** The answer is incomplete. */
  isCutOff: boolean;
  /** Below a whole answer. */
  actions: ReactNode;
  t: Translate;
  /** Shows the whole answer at once; absent when it is not being typed. */
  onComplete?: (() => void) | undefined;
}

/** An answer with its sources. While it is typed the space below is kept free, so that nothing moves at its end. */
export function Answer({ blocks, sources, isWhole, isCutOff, actions, t, onComplete }: AnswerProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for fingers, the button does the same
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
          <QuietButton className={styles['complete']} ref={focusLogOnRemoval} onClick={onComplete}>
            {t('answer.complete')}
          </QuietButton>
        )}
      </div>
    </article>
  );
}

/** The button disappears when the answer is whole; its focus moves to the log. */
function focusLogOnRemoval(button: HTMLButtonElement) {
  return () => {
    if (document.activeElement === button) focusLog(button);
  };
}

interface RatingButtonsProps {
  rating: Rating | undefined;
  /** Whether the rating has reached the museum; undefined while that is unknown. */
  isSent: boolean | undefined;
  t: Translate;
  /** Undefined removes the rating. */
  onRate(rating: Rating | undefined): void;
}

const choices = [
  { choice: 'helpful', icon: 'thumb-up', name: 'rating.helpful' },
  { choice: 'not-helpful', icon: 'thumb-down', name: 'rating.notHelpful' },
] as const;

/** Whether an answer helped. Pressing the pressed button removes the rating. */
export function RatingButtons({ rating, isSent, t, onRate }: RatingButtonsProps) {
  return (
    <>
      <div className={styles['thumbs']}>
        {choices.map(({ choice, icon, name }) => (
          <QuietButton
            key={choice}
            className={styles['thumb']}
            aria-label={t(name)}
            aria-pressed={rating === choice}
            onClick={() => onRate(rating === choice ? undefined : choice)}
          >
            <Icon name={icon} />
          </QuietButton>
        ))}
      </div>
      <p className={styles['outcome']} role="status">
        {isSent !== undefined && t(isSent ? 'rating.thanks' : 'rating.failed')}
      </p>
    </>
  );
}

interface AnswerActionsProps {
  /** Whether the browser allowed to copy it; undefined when it was not the last that was copied. */
  isCopied: boolean | undefined;
  t: Translate;
  /** Absent where there is no clipboard. */
  onCopy: (() => void) | undefined;
  listen: ReactNode;
  rating: ReactNode;
}

export function AnswerActions({ isCopied, t, onCopy, listen, rating }: AnswerActionsProps) {
  return (
    <div className={styles['actions']}>
      {listen}
      {onCopy && (
        <QuietButton onClick={onCopy}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span aria-live="polite">{t(copyLabel(isCopied))}</span>
        </QuietButton>
      )}
      {rating}
    </div>
  );
}

function copyLabel(isCopied: boolean | undefined): string {
  if (isCopied === undefined) return 'copy';
  return isCopied ? 'copy.done' : 'copy.failed';
}
