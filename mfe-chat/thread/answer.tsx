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

interface RatingButtonsProps {
  rating: Rating | undefined;
  /** Whether the rating given last has reached the museum; undefined while nobody knows. */
  isSent: boolean | undefined;
  t: Translate;
  /** Undefined takes the rating back. */
  onRate(rating: Rating | undefined): void;
}

const choices = [
  { choice: 'helpful', icon: 'thumb-up', name: 'rating.helpful' },
  { choice: 'not-helpful', icon: 'thumb-down', name: 'rating.notHelpful' },
] as const;

/** Whether an answer helped. Pressing the pressed one takes it back. */
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
