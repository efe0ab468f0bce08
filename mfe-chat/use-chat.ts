import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { isUnderWay } from '@enfilade/shared-contracts/visit/audio-player';
import { useCallback, useRef, useState } from 'react';
import { appendWords, useDraft } from './composer/use-draft.ts';
import { hasRecording } from './dictation/dictation-state.ts';
import { useDictation } from './dictation/use-dictation.ts';
import { pickFeedbackUrl, pickStatus } from './frame/status.ts';
import { useReader } from './reading/use-reader.ts';
import { canCopyText, copyText } from './thread/copy-text.ts';
import { useRatings } from './thread/use-ratings.ts';
import { useTalk } from './thread/use-talk.ts';
import { useWelcome } from './thread/use-welcome.ts';

/** Which answer was copied last, for the word on its button. */
function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}

/** The text chat, as its views need it. */
export function useChat(props: ScreenProps) {
  const { museum, profile, conversation, session, api, i18n, clock } = props;
  const { t, language } = useTranslation(i18n, 'chat');
  const field = useRef<HTMLTextAreaElement>(null);
  const reader = useReader(props);
  const isRead = useStore(reader, ({ state }) => isUnderWay(state));
  const [draft, setDraft] = useDraft(session);
  const [wasDictated, setWasDictated] = useState(false);
  const talk = useTalk(conversation, { draft, setDraft, onAsk: reader.stop });
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
  const welcome = useWelcome({ api, session, language, fallback: t('welcome'), isWanted: talk.messages.length === 0 });
  return {
    t,
    talk,
    draft,
    setDraft,
    field,
    reader,
    welcome,
    dictation: {
      ...dictation,
      /** What is read aloud would be recorded. */
      begin() {
        reader.stop();
        setWasDictated(false);
        dictation.begin();
      },
    },
    /** A recording or what is read aloud would end with this screen: the host exchanges it later. */
    isBusy: isRead || hasRecording(dictation.view.phase),
    /** The words in the field were spoken: to be said once, to whoever does not see them. */
    wasDictated,
    copying: useCopying(),
    ratings: useRatings({ api, session }),
    status: pickStatus(talk.progress, talk.messages.length, dictation.view.phase),
    guideName: localize(profile.guideName, language),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    /** With a single exhibition there is nothing to go back to. */
    canLeave: museum.exhibitions.length > 1,
  };
}
