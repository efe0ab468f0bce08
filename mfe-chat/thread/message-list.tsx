import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { memo, type ReactNode, useState } from 'react';
import { AnswerItem, type AnswerSurroundings } from './answer-item.tsx';
import styles from './message-list.module.css';
import type { Message } from './messages.ts';
import type { Ratings } from './ratings.ts';

/** What the visitor said. */
const Question = memo(function Question({ text, t }: { text: string; t: Translate }) {
  return (
    <article className={styles['question']}>
      <VisuallyHidden as="h2">{t('speaker.visitor')}</VisuallyHidden>
      <p className={styles['words']}>{text}</p>
    </article>
  );
});

interface MessageGroupProps {
  /** Others have come since: nothing in here grows any more. */
  isRead: boolean;
  children: ReactNode;
}

/** Some messages that follow each other. */
function MessageGroup({ isRead, children }: MessageGroupProps) {
  return <div className={isRead ? styles['read'] : undefined}>{children}</div>;
}

export interface MessageListProps {
  messages: readonly Message[];
  /** Beneath the thread it is said why the last answer is not whole. */
  hasTrouble: boolean;
  /** The answer that was copied last, and whether the browser let it be. */
  copied: { id: string; isDone: boolean } | undefined;
  ratings: Ratings;
  /** The rating that was given last, and whether it has reached the museum. */
  ratingOutcome: { messageId: string; isSent: boolean } | undefined;
  surroundings: AnswerSurroundings;
}

/** Messages in one group; see MessageGroup. */
const groupSize = 20;

/** The messages as elements of the thread, in groups. Those that were here when the screen appeared are not typed again. */
export function MessageList({ messages, ...rest }: MessageListProps) {
  const [thereBefore] = useState(() => new WeakSet(messages));
  const newest = messages.at(-1);
  return listGroups(messages).map((group, index, groups) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added, so a group is its place
    <MessageGroup key={index} isRead={index < groups.length - 1}>
      {group.map((message) => (
        <MessageItem key={message.id} {...rest} message={message} isNewest={message === newest} isNew={!thereBefore.has(message)} />
      ))}
    </MessageGroup>
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
  /** It was not here when the screen appeared. */
  isNew: boolean;
}

function MessageItem({ message, isNewest, isNew, hasTrouble, copied, ratings, ratingOutcome, surroundings }: MessageItemProps) {
  const { id, role, content, state, messageId } = message;
  if (role === 'user') return <Question text={content} t={surroundings.t} />;
  return (
    <AnswerItem
      {...surroundings}
      message={message}
      isTyped={isNewest && isNew}
      isCutOff={state === 'broken' && !(hasTrouble && isNewest)}
      isCopied={copied?.id === id ? copied.isDone : undefined}
      rating={messageId === undefined ? undefined : ratings[messageId]}
      isRatingSent={messageId !== undefined && ratingOutcome?.messageId === messageId ? ratingOutcome.isSent : undefined}
    />
  );
}
