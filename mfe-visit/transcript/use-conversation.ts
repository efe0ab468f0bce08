import { countAnnounced, pickAnnouncement } from '@enfilade/shared-contracts/conversation/announcement';
import { ask, retry } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationFailure, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { describeFailedMessage, type Problem, pickProblem } from '@enfilade/shared-contracts/conversation/problem';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { listEntries, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { useOnline } from '@enfilade/shared-contracts/kit/use-online';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect, useMemo, useState } from 'react';

interface ConversationOptions {
  draft: string;
  setDraft(draft: string): void;
  /** Of a conversation that has to be started again. */
  transport: TransportKind;
  /** A question was sent. */
  onAsk(): void;
  /** Does what a message wishes of the last answer; false: it is for the guide. */
  fulfil(message: string): boolean;
}

/** The conversation, spoken or written: its entries, and what the visitor can send. */
export function useConversation(conversation: Conversation, { draft, setDraft, transport, onAsk, fulfil }: ConversationOptions) {
  const state = useStore(conversation.store, (all) => all);
  const { turns } = state;
  const entries = useMemo(() => listEntries(turns), [turns]);
  const [announcedBefore] = useState(() => countAnnounced(entries));
  const progress = pickProgress(state);
  const isOnline = useOnline();
  const problem = pickProblem(state, (failure) => describeFailure(failure, isOnline));
  const isDue = isAnswerDue(progress);
  // In a call the visitor may interrupt, typing as well as speaking.
  const isBlocked = transport === 'voice' ? progress === 'thinking' : isDue;
  const tell = (message: string) => {
    const isSent = ask(conversation, transport, message);
    if (isSent) onAsk();
    return isSent;
  };
  const send = (question: string) => fulfil(question) || tell(question);

  return {
    entries,
    isThinking: progress === 'thinking',
    isAnswerDue: isDue,
    announcement: pickAnnouncement(entries, { progress, announcedBefore, textOf: plainTextOf }),
    problem,
    draft,
    setDraft,
    remaining: remainingCharacters(draft),
    canSend: !isBlocked && isSendable(draft),
    /** A draft that could not be sent stays in the field. */
    sendDraft: () => send(draft) && setDraft(''),
    ask: send,
    /** Past what is wished of the last answer: for the guide. */
    tell,
    isBlocked,
    retry: () => problem && retry(conversation, transport, problem),
  };
}

type FailureKey = 'failure.offline' | 'failure.timeout' | 'failure.unreachable' | 'failure.trouble';

/** Any other failure has the same sentence. */
const sentences: Partial<Record<ConversationFailure['category'], FailureKey>> = {
  timeout: 'failure.timeout',
  network: 'failure.unreachable',
};

function describeFailure(failure: ConversationFailure, isOnline: boolean): Problem<FailureKey> {
  const sentence = failure.category === 'network' && !isOnline ? 'failure.offline' : sentences[failure.category];
  return describeFailedMessage(sentence ?? 'failure.trouble', failure);
}

/**
 * Starts the written conversation while it is shown; useVoice starts the call. Either one ends with the screen. Another
 * visit mode, chosen in any tab, is another conversation: the running one is stopped and started again, the transcript
 * stays.
 */
export function useRunningConversation(conversation: Conversation, session: VisitorSession, isAudio: boolean) {
  useEffect(() => {
    if (!isAudio) conversation.start('text');
  }, [conversation, isAudio]);
  useEffect(() => {
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.visitConfig.visitMode !== before.visitConfig.visitMode) restart(conversation, now.visitConfig.inputMode);
    });
    return () => {
      unsubscribe();
      conversation.stop('screen-left');
    };
  }, [conversation, session]);
}

/** A call that is paused, or was never started, is only started by the visitor. */
function restart(conversation: Conversation, inputMode: VisitConfig['inputMode']): void {
  const { transport } = conversation.store.getState();
  conversation.stop('mode-changed');
  if (inputMode === 'text') conversation.start('text');
  else if (transport === 'voice') conversation.start('voice');
}
