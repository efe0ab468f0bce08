import { useMemo, useState } from 'react';
import { useOnline } from '../../kit/use-online.ts';
import { useStore } from '../../kit/use-store.ts';
import { ask, isSendable, remainingCharacters, retry } from '../ask.ts';
import type { Conversation, ConversationFailure, TransportKind } from '../conversation.ts';
import { isAnswerDue, type Problem, pickProblem, pickProgress } from '../progress.ts';
import { countAnnounced, listEntries, pickAnnouncement } from '../transcript/entries.ts';

interface ConversationOptions<Sentence extends string> {
  draft: string;
  setDraft(draft: string): void;
  transport: TransportKind;
  onAsk(): void;
  /** Handles a message about the last answer, such as “again”. False if the message is for the guide. */
  fulfil(message: string): boolean;
  describeFailure(failure: ConversationFailure, isOnline: boolean): Problem<Sentence>;
}

export function useConversation<Sentence extends string>(conversation: Conversation, options: ConversationOptions<Sentence>) {
  const { draft, setDraft, transport, onAsk, fulfil, describeFailure } = options;
  const state = useStore(conversation.store, (all) => all);
  const { turns } = state;
  const entries = useMemo(() => listEntries(turns), [turns]);
  const [announcedBefore] = useState(() => countAnnounced(entries));
  const progress = pickProgress(state);
  const isOnline = useOnline();
  const problem = pickProblem(state, (failure) => describeFailure(failure, isOnline));
  const isDue = isAnswerDue(progress);
  // In a call, the visitor may interrupt the guide by typing too.
  const isBlocked = transport === 'voice' ? progress === 'thinking' : isDue;
  const tell = (message: string) => {
    const isSent = ask(conversation, transport, message);
    if (isSent) onAsk();
    return isSent;
  };
  const send = (question: string) => fulfil(question) || tell(question);

  return {
    entries,
    progress,
    isAnswerDue: isDue,
    announcement: pickAnnouncement(entries, progress, announcedBefore),
    problem,
    draft,
    setDraft,
    remaining: remainingCharacters(draft),
    canSend: !isBlocked && isSendable(draft),
    /** A draft that could not be sent stays in the field. */
    sendDraft: () => send(draft) && setDraft(''),
    ask: send,
    /** Skips `fulfil`. */
    tell,
    isBlocked,
    retry: () => problem && retry(conversation, transport, problem),
  };
}
