import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { canCopyText, copyText } from './copy-text.ts';
import { countRead, pickAnnouncement } from './model/announcement.ts';
import { isSendable, remainingCharacters } from './model/draft.ts';
import { pickFailureWords } from './model/failure-words.ts';
import { pickFeedbackUrl } from './model/feedback-url.ts';
import { listMessages } from './model/messages.ts';
import { pickStatus } from './model/status.ts';

/** The text chat, as its views need it. */
export function useChat(props: ScreenProps) {
  const { museum, profile, i18n } = props;
  const { t, language } = useTranslation(i18n, 'chat');
  return {
    t,
    ...useThread(props),
    ...useCopying(),
    guideName: localize(profile.guideName, language),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    /** With a single exhibition there is nothing to go back to. */
    canLeave: museum.exhibitions.length > 1,
  };
}

/** What was said, what is being said, and what the visitor is about to say. */
function useThread({ conversation }: ScreenProps) {
  const { phase, failure, transcript, turns } = useStore(conversation.store, (state) => state);
  const messages = useMemo(() => listMessages({ transcript, turns }), [transcript, turns]);
  const [readBefore] = useState(() => countRead(messages));
  const [draft, setDraft] = useState('');
  const isAnswering = phase === 'thinking' || phase === 'speaking';

  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);

  return {
    messages,
    phase,
    status: pickStatus(phase, messages.length),
    isAnswering,
    announcement: pickAnnouncement(phase, messages, readBefore),
    failure: phase === 'failed' && failure ? pickFailureWords(failure) : undefined,
    draft,
    setDraft,
    remaining: remainingCharacters(draft),
    canSend: !isAnswering && isSendable(draft),
    /** A draft that could not go out stays in the field. */
    sendDraft: () => conversation.send(draft) && setDraft(''),
    ask: (question: string) => conversation.send(question),
    retry: () => tryAgain(conversation),
  };
}

/** The message that failed once more; where none had been sent, the connection is what is tried again. */
function tryAgain(conversation: Conversation) {
  if (conversation.retry()) return;
  conversation.stop('retry');
  conversation.start('text');
}

/** Which answer was copied last, for the word on its button. */
function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}
