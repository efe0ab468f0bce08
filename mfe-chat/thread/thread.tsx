import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { type ReactNode, useEffect } from 'react';
import type { Message } from './messages.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import styles from './thread.module.css';
import { TypingLine } from './typing-line.tsx';

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
