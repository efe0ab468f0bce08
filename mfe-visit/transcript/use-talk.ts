import type { Conversation, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect, useMemo, useState } from 'react';
import { countRead, pickAnnouncement } from './announcement.ts';
import { listEntries } from './entries.ts';
import { pickTrouble, type Trouble } from './trouble.ts';

interface TalkOptions {
  draft: string;
  setDraft(draft: string): void;
  /** What carries a conversation that has to begin again. */
  kind: TransportKind;
}

/** What was said, what is being said, and what the visitor is about to say. */
export function useTalk(conversation: Conversation, { draft, setDraft, kind }: TalkOptions) {
  const state = useStore(conversation.store, (all) => all);
  const { transcript, turns } = state;
  const entries = useMemo(() => listEntries({ transcript, turns }), [transcript, turns]);
  const [readBefore] = useState(() => countRead(entries));
  const progress = pickProgress(state);
  const trouble = pickTrouble(state);
  // In a call the visitor may cut in, typing as well as speaking.
  const isWaiting = kind === 'voice' ? progress === 'thinking' : isAnswerDue(progress);

  return {
    entries,
    isThinking: progress === 'thinking',
    isAnswerDue: isAnswerDue(progress),
    announcement: pickAnnouncement(progress, entries, readBefore),
    trouble,
    draft,
    setDraft,
    remaining: remainingCharacters(draft),
    canSend: !isWaiting && isSendable(draft),
    /** A draft that could not go out stays in the field. */
    sendDraft: () => ask(conversation, kind, draft) && setDraft(''),
    ask: (question: string) => ask(conversation, kind, question),
    remedy: () => trouble && mend(conversation, kind, trouble),
  };
}

/**
 * The conversation in writing runs while that side of the screen is shown, the call while the visitor may speak
 * (`useVoice`); whichever runs ends with the screen. Another mode is another conversation, whichever tab it was
 * chosen in: the running one ends and the next begins, what was said stays.
 */
export function useRunningConversation(conversation: Conversation, session: VisitorSession, isAudio: boolean) {
  useEffect(() => {
    if (!isAudio) conversation.start('text');
  }, [conversation, isAudio]);
  useEffect(() => {
    const unwatch = session.store.subscribe((now, before) => {
      if (now.visitConfig.visitMode !== before.visitConfig.visitMode) begin(conversation, now.visitConfig.inputMode);
    });
    return () => {
      unwatch();
      conversation.stop('screen-left');
    };
  }, [conversation, session]);
}

/** A call that is paused, or was never begun, is begun by the visitor. */
function begin(conversation: Conversation, inputMode: VisitConfig['inputMode']): void {
  const { transport } = conversation.store.getState();
  conversation.stop('mode-changed');
  if (inputMode === 'text') conversation.start('text');
  else if (transport === 'voice') conversation.start('voice');
}

/** Whatever had ended the conversation before: a question begins it again. */
function ask(conversation: Conversation, kind: TransportKind, question: string): boolean {
  const { phase } = conversation.store.getState();
  if (phase === 'off') conversation.start(kind);
  if (phase === 'speaking' && kind === 'voice') conversation.interrupt();
  return conversation.send(question);
}

function mend(conversation: Conversation, kind: TransportKind, { question }: Trouble) {
  if (question !== undefined) return void ask(conversation, kind, question);
  if (conversation.store.getState().phase === 'off') conversation.start(kind);
  if (conversation.retry()) return;
  // No message had failed: the connection itself is what is tried again.
  conversation.stop('retry');
  conversation.start(kind);
}
