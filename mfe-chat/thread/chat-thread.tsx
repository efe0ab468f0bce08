import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ListenItem } from '../reading/listen-button.tsx';
import type { useChat } from '../use-chat.ts';
import type { AnswerSurroundings } from './answer-item.tsx';
import styles from './chat-thread.module.css';
import { MessageList } from './message-list.tsx';
import type { Message } from './messages.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

interface WelcomeProps {
  /** Undefined until they are known; what follows waits with them, so that nothing moves under a thumb. */
  words: string | undefined;
  children: ReactNode;
}

/** The first words, before anything was said; no message of the thread. */
function Welcome({ words, children }: WelcomeProps) {
  if (words === undefined) return null;
  return (
    <div className={styles['welcome']}>
      <p className={styles['welcomeText']}>{words}</p>
      {children}
    </div>
  );
}

/** Stands where the answer will stand: the guide's sign, and the state in words. */
function TypingLine({ words }: { words: string }) {
  return (
    <div className={styles['typing']}>
      <GuideAvatar state="thinking" size="2rem" />
      <p>{words}</p>
    </div>
  );
}

interface ThreadProps {
  messages: readonly Pick<Message, 'id' | 'role'>[];
  /** The messages in groups, newest last. */
  children: ReactNode;
  /** A message is sent and no word of its answer is here. */
  isThinking: boolean;
  t: Translate;
  /** Stands before the first message. */
  welcome: ReactNode;
  /** Stands after the last message and says why its answer is not whole. */
  trouble: ReactNode;
}

/**
 * The conversation, newest last. It is a log whose changes are not read out as they stream in; the
 * screen announces each finished answer once.
 */
export function Thread({ messages, children, isThinking, t, welcome, trouble }: ThreadProps) {
  const hasBegun = messages.length > 0;
  const { box, content, list, isAtEnd, hasNews, goToEnd } = useStickToBottom({
    hasBegun,
    endsInAnswer: messages.at(-1)?.role === 'assistant',
  });
  const ownMessage = messages.findLast((message) => message.role === 'user')?.id;
  // Whoever asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownMessage) goToEnd('beginning');
  }, [ownMessage, goToEnd]);
  const jump = () => {
    // The button vanishes, and the keyboard would start again at the top of the page.
    box.current?.focus({ preventScroll: true });
    goToEnd('end');
  };
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('log.label')} tabIndex={0}>
        <div className={styles['content']} ref={content}>
          {!hasBegun && welcome}
          <div ref={list}>{children}</div>
          {isThinking && <TypingLine words={t('typing')} />}
          {trouble}
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

interface ChatThreadProps {
  chat: ReturnType<typeof useChat>;
  linkHosts: readonly string[];
  clock: Clock;
}

/** Everything that was said, and what can be done with it. */
export function ChatThread({ chat, linkHosts, clock }: ChatThreadProps) {
  const { t, talk, copying, ratings, reader } = chat;
  const { copy } = copying;
  const { rate } = ratings;
  // The same object as long as nothing in it changes: the answers that stand need not be drawn anew.
  const surroundings = useMemo<AnswerSurroundings>(
    () => ({
      linkHosts,
      clock,
      t,
      onCopy: copy,
      onRate: rate,
      listen: (message) => <ListenItem reader={reader} message={message} t={t} />,
    }),
    [linkHosts, clock, t, copy, rate, reader],
  );
  return (
    <Thread
      messages={talk.messages}
      isThinking={talk.progress === 'thinking'}
      t={t}
      welcome={
        <Welcome words={chat.welcome}>
          <QuickQuestions label={t('questions.label')} questions={chat.questions} isDisabled={talk.isAnswerDue} onAsk={talk.ask} />
        </Welcome>
      }
      trouble={talk.trouble && <ErrorNotice problem={talk.trouble} t={t} onAction={talk.remedy} />}
    >
      <MessageList
        messages={talk.messages}
        hasTrouble={talk.trouble !== undefined}
        copied={copying.copied}
        ratings={ratings.ratings}
        ratingOutcome={ratings.outcome}
        surroundings={surroundings}
      />
    </Thread>
  );
}
