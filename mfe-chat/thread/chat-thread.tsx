import type { Problem } from '@enfilade/shared-contracts/conversation/problem';
import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { useStickToBottom } from '@enfilade/shared-contracts/ui/use-stick-to-bottom';
import { type ReactNode, useEffect } from 'react';
import styles from './chat-thread.module.css';
import { MessageList, type MessageListProps } from './message-list.tsx';
import type { Message } from './messages.ts';

interface ChatThreadProps extends Omit<MessageListProps, 'hasProblem'> {
  progress: Progress;
  /** Undefined while it loads. */
  welcome: string | undefined;
  questions: readonly string[];
  /** Nothing can be asked while an answer is due. */
  isAnswerDue: boolean;
  problem: Problem | undefined;
  onAsk(question: string): void;
  onRetry(): void;
}

/** The conversation with everything that can be done in it. */
export function ChatThread({ progress, welcome, questions, isAnswerDue, problem, onAsk, onRetry, ...list }: ChatThreadProps) {
  const { t } = list.answerOptions;
  return (
    <Thread
      messages={list.messages}
      isThinking={progress === 'thinking'}
      t={t}
      welcome={
        // The questions wait for the welcome, so that they do not move under a thumb.
        welcome !== undefined && (
          <div className={styles['welcome']}>
            <p className={styles['welcomeText']}>{welcome}</p>
            <QuickQuestions label={t('questions.label')} questions={questions} isDisabled={isAnswerDue} onAsk={onAsk} />
          </div>
        )
      }
      problem={problem && <ErrorNotice problem={problem} t={t} onAction={onRetry} />}
    >
      <MessageList {...list} hasProblem={problem !== undefined} />
    </Thread>
  );
}

interface ThreadProps {
  messages: readonly Pick<Message, 'id' | 'speaker'>[];
  /** The messages in groups, newest last. */
  children: ReactNode;
  /** A message is sent and no word of its answer has arrived. */
  isThinking: boolean;
  t: Translate;
  /** Before the first message. */
  welcome: ReactNode;
  /** After the last message. */
  problem: ReactNode;
}

const freeAbovePx = 8;
/** The last message of the last group. */
const findNewest = (list: Element) => list.lastElementChild?.lastElementChild ?? null;

/** A log that is not read out while it streams in: the screen announces each finished answer once. */
export function Thread({ messages, children, isThinking, t, welcome, problem }: ThreadProps) {
  const hasBegun = messages.length > 0;
  const keepsBeginning = messages.at(-1)?.speaker === 'guide';
  const { box, content, list, isAtEnd, hasNews, scrollToEnd } = useStickToBottom<HTMLDivElement>({
    hasBegun,
    keepsBeginning,
    freeAbovePx,
    findNewest,
  });
  const ownMessage = messages.findLast((message) => message.speaker === 'visitor')?.id;
  // A visitor who asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownMessage) scrollToEnd('beginning');
  }, [ownMessage, scrollToEnd]);
  const jump = () => {
    // The button vanishes, and a lost focus would start again at the top of the page.
    box.current?.focus({ preventScroll: true });
    scrollToEnd('end');
  };
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('log.label')} tabIndex={0}>
        <div className={styles['content']} ref={content}>
          {!hasBegun && welcome}
          <div ref={list}>{children}</div>
          {isThinking && (
            <div className={styles['typing']}>
              <GuideAvatar state="thinking" size="2rem" />
              <p>{t('typing')}</p>
            </div>
          )}
          {problem}
        </div>
      </div>
      {hasBegun && !isAtEnd && (
        <div className={styles['latest']}>
          <Button icon="arrow-down" className={styles['jump']} onClick={jump}>
            {t(hasNews ? 'log.newAnswer' : 'log.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}
