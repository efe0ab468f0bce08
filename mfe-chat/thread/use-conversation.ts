import { countAnnounced, pickAnnouncement } from '@enfilade/shared-contracts/conversation/announcement';
import { ask, retry } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { describeFailedMessage, type Problem, pickProblem } from '@enfilade/shared-contracts/conversation/problem';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useRef, useState } from 'react';
import { listMessages, type Message, plainTextOf } from './messages.ts';

interface ConversationOptions {
  draft: string;
  setDraft(draft: string): void;
  /** A question was sent. */
  onAsk(): void;
}

/** The written conversation: its messages, and what the visitor can send. */
export function useConversation(conversation: Conversation, { draft, setDraft, onAsk }: ConversationOptions) {
  const state = useStore(conversation.store, (all) => all);
  const messages = useMessages(state);
  const [announcedBefore] = useState(() => countAnnounced(messages));
  const progress = pickProgress(state);
  const problem = pickProblem(state, describeFailure);
  const isDue = isAnswerDue(progress);

  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);

  const send = (question: string) => {
    const isSent = ask(conversation, 'text', question);
    if (isSent) onAsk();
    return isSent;
  };

  return {
    messages,
    progress,
    isAnswerDue: isDue,
    announcement: pickAnnouncement(messages, { progress, announcedBefore, textOf: plainTextOf }),
    problem,
    remaining: remainingCharacters(draft),
    canSend: !isDue && isSendable(draft),
    /** A draft that could not be sent stays in the field. */
    sendDraft: () => send(draft) && setDraft(''),
    ask: send,
    stop: isDue ? () => conversation.interrupt() : undefined,
    retry: () => problem && retry(conversation, 'text', problem),
  };
}

/** Messages that did not change stay the same objects, so that they are not drawn again. */
function useMessages({ transcript, turns }: Parameters<typeof listMessages>[0]): readonly Message[] {
  const last = useRef<{ transcript: unknown; turns: unknown; messages: readonly Message[] }>(undefined);
  if (last.current?.transcript !== transcript || last.current.turns !== turns)
    last.current = { transcript, turns, messages: listMessages({ transcript, turns }, last.current?.messages) };
  return last.current.messages;
}

/** Without a message that failed it is the chat itself that could not be set up. */
const describeFailure = (failure: ConversationFailure): Problem =>
  failure.clientMessageId === undefined
    ? { sentence: 'failure.setUp', action: 'failure.retry' }
    : describeFailedMessage('failure.send', failure);
