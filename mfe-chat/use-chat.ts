import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { canCopyText, copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { pickFeedbackUrl } from '@enfilade/shared-contracts/museum/feedback-url';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useCallback, useState } from 'react';
import { hasRecording } from './dictation/dictation-state.ts';
import { useDictation } from './dictation/use-dictation.ts';
import { appendWords, useDraft } from './frame/composer-area.tsx';
import { pickStatus } from './frame/status-line.tsx';
import { useReader } from './reading/listen-button.tsx';
import { useWelcome } from './thread/chat-thread.tsx';
import { useRatings } from './thread/ratings.tsx';
import { useConversation } from './thread/use-conversation.ts';

/** The text chat, as its views need it. */
export function useChat(props: ScreenProps) {
  const { museum, profile, conversation, session, api, i18n, clock } = props;
  const { t, language } = useTranslation(i18n, 'chat');
  const reader = useReader(props);
  const isReading = useStore(reader, ({ state }) => isUnderWay(state));
  const [draft, setDraft] = useDraft(session);
  const [wasDictated, setWasDictated] = useState(false);
  const talk = useConversation(conversation, { draft, setDraft, onAsk: reader.stop });
  const dictation = useDictation({
    api,
    conversation,
    language,
    clock,
    onWords(words) {
      setDraft((before) => appendWords(before, words));
      setWasDictated(true);
    },
  });
  const { phase } = dictation.view;
  return {
    t,
    talk,
    draft,
    setDraft,
    reader,
    dictation,
    startDictation() {
      // The microphone would record what is read aloud.
      reader.stop();
      setWasDictated(false);
      dictation.start();
    },
    wasDictated,
    /** A recording, or reading aloud, would end with this screen: the host replaces it later. */
    isBusy: isReading || hasRecording(phase),
    welcome: useWelcome({ api, session, language, fallback: t('welcome'), isShown: talk.messages.length === 0 }),
    copying: useCopying(),
    ratings: useRatings({ api, session }),
    status: pickStatus(talk.progress, talk.messages.length, phase),
    guideName: localize(profile.guideName, language),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    /** A museum with a single exhibition has no landing to go back to. */
    canLeave: museum.exhibitions.length > 1,
  };
}

/** The last answer that was copied. */
function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}
