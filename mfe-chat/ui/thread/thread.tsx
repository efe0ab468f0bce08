import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { type ReactNode, useEffect } from 'react';
import type { Message } from '../../model/messages.ts';
import { Answer, type Copying } from './answer.tsx';
import { Question } from './question.tsx';
import styles from './thread.module.css';
import { TypingLine } from './typing-line.tsx';
import { useStickToBottom } from './use-stick-to-bottom.ts';

interface ThreadProps {
  messages: readonly Message[];
  isTyping: boolean;
  copying: Copying;
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
export function Thread({ messages, isTyping, copying, t, welcome, trouble }: ThreadProps) {
  const { box, content, isAtEnd, jumpToEnd } = useStickToBottom(messages.length > 0);
  const ownMessage = messages.findLast((message) => message.role === 'user')?.id;
  // Whoever asks wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (ownMessage) jumpToEnd();
  }, [ownMessage, jumpToEnd]);
  return (
    <div className={styles['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys */}
      <div className={styles['box']} ref={box} role="log" aria-live="off" aria-label={t('log.label')} tabIndex={0}>
        <div className={styles['content']} ref={content}>
          {messages.length === 0 && welcome}
          {messages.map(({ id, role, content: text, sources, state }, index) =>
            role === 'user' ? (
              <Question key={id} text={text} t={t} />
            ) : (
              <Answer
                key={id}
                id={id}
                text={text}
                sources={sources}
                isArriving={state === 'arriving'}
                isCutOff={state === 'broken' && !(trouble && index === messages.length - 1)}
                copied={copying.copied?.id === id ? copying.copied : undefined}
                onCopy={copying.copy}
                t={t}
              />
            ),
          )}
          {isTyping && <TypingLine words={t('typing')} />}
          {trouble}
        </div>
      </div>
      {messages.length > 0 && !isAtEnd && (
        <div className={styles['latest']}>
          <Button icon="arrow-down" className={styles['jump']} onClick={jumpToEnd}>
            {t('log.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}
