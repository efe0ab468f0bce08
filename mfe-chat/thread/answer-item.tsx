import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { memo, type ReactNode, useMemo } from 'react';
import { countCharacters } from '../rich-text/blocks.ts';
import { closeMarks } from '../rich-text/close-marks.ts';
import { cutBlocks } from '../rich-text/cut-blocks.ts';
import { useBlocks } from '../rich-text/use-blocks.ts';
import { Answer, AnswerActions, RatingButtons } from './answer.tsx';
import { type Message, plainTextOf } from './messages.ts';
import type { Rating } from './ratings.ts';
import { useReducedMotion, useTyping } from './use-typing.ts';

/** What is the same for every answer; the same objects and functions as long as they are the same. */
export interface AnswerSurroundings {
  /** Hosts that links may lead to. */
  linkHosts: readonly string[];
  clock: Clock;
  t: Translate;
  /** Absent where there is no clipboard. `text` is without marks. */
  onCopy: ((id: string, text: string) => unknown) | undefined;
  /** Undefined takes the rating back. */
  onRate(messageId: string, rating: Rating | undefined): unknown;
  /** The button that reads a message aloud; what it shows it follows by itself. Absent where nothing can. */
  listen?: ((message: Message) => ReactNode) | undefined;
}

export interface AnswerItemProps extends AnswerSurroundings {
  message: Message;
  /** Comes letter by letter: the newest answer, unless it was there when the screen appeared. */
  isTyped: boolean;
  /** The answer ends before its end, and nothing else says so. */
  isCutOff: boolean;
  /** Whether this answer has just been copied; undefined when nobody tried. */
  isCopied: boolean | undefined;
  rating: Rating | undefined;
  /** Whether this answer's last rating has reached the museum; undefined while nobody knows. */
  isRatingSent: boolean | undefined;
}

/** One answer. Whatever moves while it is typed moves here alone. */
export const AnswerItem = memo(function AnswerItem(props: AnswerItemProps) {
  const { message, isTyped, isCutOff, linkHosts, clock, t } = props;
  const { content, format, sources, state, messageId } = message;
  const isArriving = state === 'arriving';
  const blocks = useBlocks(isArriving && format === 'markdown' ? closeMarks(content) : content, { format, linkHosts });
  const total = useMemo(() => countCharacters(blocks), [blocks]);
  // A chat's answer that ended without its id broke off or was stopped: nobody waits for the rest of it.
  const wasEnded = !isArriving && messageId === undefined;
  const skips = useReducedMotion(isTyped) || wasEnded;
  const { shown, isTyping, complete } = useTyping({ text: content, total, isArriving, isTyped, skips, clock });
  const isWhole = !isArriving && !isTyping;
  return (
    <Answer
      blocks={shown < total ? cutBlocks(blocks, shown) : blocks}
      sources={sources}
      isWhole={isWhole}
      isCutOff={isCutOff && isWhole}
      actions={isWhole && <Actions {...props} />}
      t={t}
      onComplete={isTyping ? complete : undefined}
    />
  );
});

function Actions({ message, isCopied, rating, isRatingSent, t, onCopy, onRate, listen }: AnswerItemProps) {
  const { id, messageId } = message;
  return (
    <AnswerActions
      isCopied={isCopied}
      t={t}
      onCopy={onCopy && (() => void onCopy(id, plainTextOf(message)))}
      listen={listen?.(message)}
      rating={
        messageId !== undefined && (
          <RatingButtons rating={rating} isSent={isRatingSent} t={t} onRate={(next) => void onRate(messageId, next)} />
        )
      }
    />
  );
}
