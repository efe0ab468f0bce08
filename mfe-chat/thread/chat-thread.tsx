import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { useMemo } from 'react';
import { Thread } from './thread.tsx';
import { Welcome } from './welcome.tsx';
import type { useChat } from '../use-chat.ts';
import type { AnswerSurroundings } from './answer-item.tsx';
import { ListenItem } from '../reading/listen-item.tsx';
import { MessageList } from './message-list.tsx';

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
