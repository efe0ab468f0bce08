import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useCallback, useState } from 'react';
import { canCopyText, copyText } from './copy-text.ts';
import { pickFeedbackUrl } from './model/feedback-url.ts';
import { pickStatus } from './model/status.ts';
import { useTalk } from './use-talk.ts';

/** The text chat, as its views need it. */
export function useChat({ museum, profile, conversation, i18n }: ScreenProps) {
  const { t, language } = useTranslation(i18n, 'chat');
  const talk = useTalk(conversation);
  return {
    t,
    talk,
    copying: useCopying(),
    status: pickStatus(talk.progress, talk.messages.length),
    guideName: localize(profile.guideName, language),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    /** With a single exhibition there is nothing to go back to. */
    canLeave: museum.exhibitions.length > 1,
  };
}

/** Which answer was copied last, for the word on its button. */
function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}
