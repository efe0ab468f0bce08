import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { memo, useState } from 'react';
import { AnswerItem, type AnswerOptions } from './answer-item.tsx';
import styles from './message-list.module.css';
import type { Message } from './messages.ts';
import type { Ratings } from './ratings.ts';

export interface MessageListProps {
  messages: readonly Message[];
  /** A notice below says why the last answer is incomplete. */
  hasProblem: boolean;
  /** The last answer that was copied, and whether the browser allowed it. */
  copied: { id: string; isDone: boolean } | undefined;
  ratings: Ratings;
  /** The last rating, and whether it has reached the museum. */
  ratingOutcome: { messageId: string; isSent: boolean } | undefined;
  answerOptions: AnswerOptions;
}

/** The browser skips drawing whole groups that are out of sight: boxes of single messages would be too many to watch. */
const groupSize = 20;

/** The messages in groups. Those that were there when the screen appeared are not typed again. */
export function MessageList({ messages, ...rest }: MessageListProps) {
  const [messagesBefore] = useState(() => new WeakSet(messages));
  const newest = messages.at(-1);
  return listGroups(messages).map((group, index, groups) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added, so a group is its index
    <div key={index} className={index < groups.length - 1 ? styles['read'] : undefined}>
      {group.map((message) => (
        <MessageItem key={message.id} {...rest} message={message} isNewest={message === newest} isNew={!messagesBefore.has(message)} />
      ))}
    </div>
  ));
}

function listGroups(messages: readonly Message[]): (readonly Message[])[] {
  return Array.from({ length: Math.ceil(messages.length / groupSize) }, (_, index) =>
    messages.slice(index * groupSize, (index + 1) * groupSize),
  );
}

interface MessageItemProps extends Omit<MessageListProps, 'messages'> {
  message: Message;
  isNewest: boolean;
  /** It was not there when the screen appeared. */
  isNew: boolean;
}

function MessageItem({ message, isNewest, isNew, hasProblem, copied, ratings, ratingOutcome, answerOptions }: MessageItemProps) {
  const { id, speaker, content, state, messageId } = message;
  if (speaker === 'visitor') return <Question text={content} t={answerOptions.t} />;
  return (
    <AnswerItem
      {...answerOptions}
      message={message}
      isTyped={isNewest && isNew}
      isCutOff={state === 'broken' && !(hasProblem && isNewest)}
      isCopied={copied?.id === id ? copied.isDone : undefined}
      rating={messageId === undefined ? undefined : ratings[messageId]}
      isRatingSent={messageId !== undefined && ratingOutcome?.messageId === messageId ? ratingOutcome.isSent : undefined}
    />
  );
}

const Question = memo(function Question({ text, t }: { text: string; t: Translate }) {
  return (
    <article className={styles['question']}>
      <VisuallyHidden as="h2">{t('speaker.visitor')}</VisuallyHidden>
      <p className={styles['words']}>{text}</p>
    </article>
  );
});
