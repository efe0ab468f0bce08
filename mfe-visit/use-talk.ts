import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useMemo, useState } from 'react';
import { countRead, pickAnnouncement } from './model/announcement.ts';
import { isSendable, remainingCharacters } from './model/draft.ts';
import { listEntries } from './model/entries.ts';
import { isAnswerDue, pickProgress } from './model/progress.ts';
import { pickTrouble, type Trouble } from './model/trouble.ts';

interface Draft {
  draft: string;
  setDraft(draft: string): void;
}

/** What was said, what is being said, and what the visitor is about to say. */
export function useTalk(conversation: Conversation, { draft, setDraft }: Draft) {
  const state = useStore(conversation.store, (all) => all);
  const { transcript, turns } = state;
  const entries = useMemo(() => listEntries({ transcript, turns }), [transcript, turns]);
  const [readBefore] = useState(() => countRead(entries));
  const progress = pickProgress(state);
  const trouble = pickTrouble(state);

  return {
    entries,
    isThinking: progress === 'thinking',
    isAnswerDue: isAnswerDue(progress),
    announcement: pickAnnouncement(progress, entries, readBefore),
    trouble,
    draft,
    setDraft,
    remaining: remainingCharacters(draft),
    canSend: !isAnswerDue(progress) && isSendable(draft),
    /** A draft that could not go out stays in the field. */
    sendDraft: () => ask(conversation, draft) && setDraft(''),
    ask: (question: string) => ask(conversation, question),
    remedy: () => trouble && mend(conversation, trouble),
  };
}

/**
 * The conversation runs while the screen is there. Another mode is another conversation, whichever tab it
 * was chosen in: the running one ends and the next begins, what was said stays.
 */
export function useRunningConversation(conversation: Conversation, session: VisitorSession) {
  useEffect(() => {
    conversation.start('text');
    const unwatch = session.store.subscribe((now, before) => {
      if (now.visitConfig.visitMode === before.visitConfig.visitMode) return;
      conversation.stop('mode-changed');
      conversation.start('text');
    });
    return () => {
      unwatch();
      conversation.stop('screen-left');
    };
  }, [conversation, session]);
}

/** Whatever had ended the conversation before: a question begins it again. */
function ask(conversation: Conversation, question: string): boolean {
  if (conversation.store.getState().phase === 'off') conversation.start('text');
  return conversation.send(question);
}

function mend(conversation: Conversation, { question }: Trouble) {
  if (question !== undefined) ask(conversation, question);
  else if (!conversation.retry()) {
    // No message had failed: the connection itself is what is tried again.
    conversation.stop('retry');
    conversation.start('text');
  }
}
