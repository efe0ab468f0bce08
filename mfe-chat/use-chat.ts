import type { ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { describeFailedMessage } from '@enfilade/shared-contracts/conversation/progress';
import { useConversation } from '@enfilade/shared-contracts/conversation/runtime/use-conversation';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { exhibitionName, pickFeedbackUrl, pickQuickQuestions } from '@enfilade/shared-contracts/museum/profile-texts';
import { useAskedObject } from '@enfilade/shared-contracts/ui/finding/asked-object';
import type { ScreenState } from '@enfilade/shared-contracts/ui/screen-context';
import { appendWords, useSpeech } from '@enfilade/shared-contracts/ui/speech/use-speech';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { chatDraftKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useCallback, useEffect, useState } from 'react';
import { pickStatus } from './frame/status-line.tsx';
import type { TextKey } from './texts/texts.ts';
import { type ChatProblem, useWelcome } from './thread/chat-thread.tsx';
import { createRatings } from './thread/ratings.tsx';

const storage = safeStorage(() => window.sessionStorage);

/** Survives a reload and other screens within its exhibition. */
function useDraft(session: Pick<VisitorSession, 'store'>) {
  const [draft, setDraft] = useState(() => pickStoredDraft(storage.readJson(chatDraftKey), session.store.getState().exhibitionId));
  const change = useCallback(
    (next: string | ((before: string) => string)) =>
      setDraft((before) => {
        const text = typeof next === 'string' ? next : next(before);
        const stored: StoredDraft = { exhibitionId: session.store.getState().exhibitionId, text };
        storage.writeJson(chatDraftKey, stored);
        return text;
      }),
    [session],
  );
  return [draft, change] as const;
}

interface StoredDraft {
  exhibitionId: string | undefined;
  text: string;
}

export function pickStoredDraft(stored: unknown, exhibitionId: string | undefined): string {
  const draft = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof StoredDraft, unknown>>;
  return draft.exhibitionId === exhibitionId && typeof draft.text === 'string' ? draft.text : '';
}

function describeFailure(failure: ConversationFailure, isOnline: boolean): ChatProblem {
  if (failure.clientMessageId === undefined) return { sentence: 'failure.setUp', action: 'failure.retry' };
  return describeFailedMessage(failure.category === 'network' && !isOnline ? 'failure.offline' : 'failure.send', failure);
}

export function useChat(props: ScreenState<TextKey>) {
  const { museum, profile, exhibition, conversation, session, api, t, language } = props;
  const themeMode = useStore(session.store, (state) => state.themeMode);
  const captionsIn = useStore(session.store, ({ settings }) => settings.captionsIn);
  const [draft, setDraft] = useDraft(session);
  const speech = useSpeech(props, {
    language,
    isShown: true,
    onWords: (words) => setDraft((before) => appendWords(before, words)),
  });
  const talk = useConversation(conversation, {
    ...{ draft, setDraft, describeFailure },
    transport: 'text',
    onAsk: speech.reader.stop,
    fulfil: speech.sayAgain.fulfilMessage,
  });
  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);
  /** Sends the question, or appends it to the draft if nothing can be sent now. */
  const askOrDraft = (question: string) => talk.ask(question) || setDraft((before) => appendWords(before, question));
  useAskedObject({ museum, profile, conversation, onAsk: (number) => askOrDraft(t('shared:find.question', { number })) });
  return {
    talk,
    askOrDraft,
    speech,
    welcome: useWelcome({ api, session, language, fallback: t('welcome'), isShown: talk.entries.length === 0 }),
    ratings: useState(() => createRatings({ api, session }))[0],
    status: pickStatus(talk.progress, talk.entries.length, speech.dictation.view.phase),
    guideName: localize(profile.guideName, language),
    museumName: museum.name,
    exhibitionName: exhibition && exhibitionName(profile, exhibition, language),
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, exhibition?._id), themeMode),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: pickQuickQuestions(profile, exhibition?._id, language).open,
    /** The captions' language, else the page's: after a change of language, earlier answers appear in the new language, too. */
    alsoIn: captionsIn === 'voice' ? language : captionsIn,
    /** A museum with one exhibition has no landing. */
    canLeave: museum.exhibitions.length > 1,
  };
}
