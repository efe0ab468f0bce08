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

/** The same for every answer; the same objects and functions as long as nothing changes. */
export interface AnswerOptions {
  /** Hosts that links may lead to. */
  linkHosts: readonly string[];
  clock: Clock;
  t: Translate;
  /** Absent where there is no clipboard. `text` is without Markdown. */
  onCopy: ((id: string, text: string) => unknown) | undefined;
  /** Undefined removes the rating. */
  onRate(messageId: string, rating: Rating | undefined): unknown;
  /** The button that reads a message aloud; it follows its state by itself. */
  listen?: ((message: Message) => ReactNode) | undefined;
}

interface AnswerItemProps extends AnswerOptions {
  message: Message;
  /** Shown letter by letter. */
  isTyped: boolean;
  /** The answer is incomplete, and no notice below says so. */
  isCutOff: boolean;
  /** Whether the browser allowed to copy it; undefined when it was not the last that was copied. */
  isCopied: boolean | undefined;
  rating: Rating | undefined;
  /** Whether the rating has reached the museum; undefined while that is unknown. */
  isRatingSent: boolean | undefined;
}

/** One answer. While it is typed nothing else is drawn again. */
export const AnswerItem = memo(function AnswerItem(props: AnswerItemProps) {
  const { message, isTyped, isCutOff, linkHosts, clock, t } = props;
  const { content, format, sources, state, messageId } = message;
  const isArriving = state === 'arriving';
  const blocks = useBlocks(isArriving && format === 'markdown' ? closeMarks(content) : content, { format, linkHosts });
  const total = useMemo(() => countCharacters(blocks), [blocks]);
  // A chat's answer that ended without an id broke off or was stopped: there is no rest to wait for.
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
