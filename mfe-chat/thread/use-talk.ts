import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useRef, useState } from 'react';
import { countRead, pickAnnouncement } from './announcement.ts';
import { listMessages, type Message } from './messages.ts';
import { pickTrouble, type Trouble } from './trouble.ts';

interface TalkOptions {
  draft: string;
  setDraft(draft: string): void;
  /** The visitor asks: whatever else makes a sound is silent from now on. */
  onAsk(): void;
}

/** What was said, what is being said, and what the visitor is about to say. */
export function useTalk(conversation: Conversation, { draft, setDraft, onAsk }: TalkOptions) {
  const state = useStore(conversation.store, (all) => all);
  const messages = useMessages(state);
  const [readBefore] = useState(() => countRead(messages));
  const progress = pickProgress(state);
  const trouble = pickTrouble(state);
  const isDue = isAnswerDue(progress);

  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);

  const send = (question: string) => {
    const isSent = ask(conversation, question);
    if (isSent) onAsk();
    return isSent;
  };

  return {
    messages,
    progress,
    isAnswerDue: isDue,
    announcement: pickAnnouncement(progress, messages, readBefore),
    trouble,
    remaining: remainingCharacters(draft),
    canSend: !isDue && isSendable(draft),
    /** A draft that could not go out stays in the field. */
    sendDraft: () => send(draft) && setDraft(''),
    ask: send,
    stop: isDue ? () => conversation.interrupt() : undefined,
    remedy: () => trouble && mend(conversation, trouble),
  };
}

/** Messages that did not change stay the same objects, so that nothing is drawn anew for them. */
function useMessages({ transcript, turns }: Parameters<typeof listMessages>[0]): readonly Message[] {
  const last = useRef<{ transcript: unknown; turns: unknown; messages: readonly Message[] }>(undefined);
  if (last.current?.transcript !== transcript || last.current.turns !== turns)
    last.current = { transcript, turns, messages: listMessages({ transcript, turns }, last.current?.messages) };
  return last.current.messages;
}

/** Whatever had ended the conversation before: a question begins it again. */
function ask(conversation: Conversation, question: string): boolean {
  if (conversation.store.getState().phase === 'off') conversation.start('text');
  return conversation.send(question);
}

function mend(conversation: Conversation, { question }: Trouble) {
  if (question !== undefined) return void ask(conversation, question);
  if (conversation.store.getState().phase === 'off') conversation.start('text');
  if (conversation.retry()) return;
  // No message had failed: the connection itself is what is tried again.
  conversation.stop('retry');
  conversation.start('text');
}
