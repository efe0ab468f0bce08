import { countAnnounced, pickAnnouncement } from '@enfilade/shared-contracts/conversation/announcement';
import { ask, retry } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { describeFailedMessage, pickProblem } from '@enfilade/shared-contracts/conversation/problem';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { listEntries, plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { canCopyText, copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useOnline } from '@enfilade/shared-contracts/kit/use-online';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import { pickFeedbackUrl } from '@enfilade/shared-contracts/museum/feedback-url';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/quick-questions';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useAskedObject } from '@enfilade/shared-contracts/ui/finding/asked-object';
import type { Finding } from '@enfilade/shared-contracts/ui/finding/finding';
import { appendWords, useSpeech } from '@enfilade/shared-contracts/ui/speech/use-speech';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { pickStatus } from './frame/status-line.tsx';
import type { TextKey } from './texts/texts.ts';
import { type ChatProblem, useWelcome } from './thread/chat-thread.tsx';
import { useRatings } from './thread/ratings.tsx';
import type { AlsoIn } from './thread/translated-answer.tsx';

const draftKey = 'chatDraft';
const storage = safeStorage(() => window.sessionStorage);

/** What the visitor has typed and not sent. It is kept through a reload and on other screens, within its exhibition. */
function useDraft(session: Pick<VisitorSession, 'store'>) {
  const [draft, setDraft] = useState(() => pickStoredDraft(storage.readJson(draftKey), session.store.getState().exhibitionId));
  const change = useCallback(
    (next: string | ((before: string) => string)) =>
      setDraft((before) => {
        const text = typeof next === 'string' ? next : next(before);
        const stored: StoredDraft = { exhibitionId: session.store.getState().exhibitionId, text };
        storage.writeJson(draftKey, stored);
        return text;
      }),
    [session],
  );
  return [draft, change] as const;
}

/** In another exhibition a draft is another question. */
interface StoredDraft {
  exhibitionId: string | undefined;
  text: string;
}

/** The draft of this exhibition in a stored value; empty when there is none. */
export function pickStoredDraft(stored: unknown, exhibitionId: string | undefined): string {
  const draft = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof StoredDraft, unknown>>;
  return draft.exhibitionId === exhibitionId && typeof draft.text === 'string' ? draft.text : '';
}

interface ConversationOptions {
  draft: string;
  setDraft(draft: string): void;
  /** A question was sent. */
  onAsk(): void;
  /** Does what a message wishes of the last answer; false: it is for the guide. */
  fulfil(message: string): boolean;
}

/** The written conversation: its messages, and what the visitor can send. */
function useConversation(conversation: Conversation, { draft, setDraft, onAsk, fulfil }: ConversationOptions) {
  const state = useStore(conversation.store, (all) => all);
  const { turns } = state;
  const messages = useMemo(() => listEntries(turns), [turns]);
  const [announcedBefore] = useState(() => countAnnounced(messages));
  const progress = pickProgress(state);
  const isOnline = useOnline();
  const problem = pickProblem(state, (failure) => describeFailure(failure, isOnline));
  const isDue = isAnswerDue(progress);

  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);

  const send = (question: string) => {
    if (fulfil(question)) return true;
    const isSent = ask(conversation, 'text', question);
    if (isSent) onAsk();
    return isSent;
  };

  return {
    messages,
    progress,
    isAnswerDue: isDue,
    announcement: pickAnnouncement(messages, { progress, announcedBefore, textOf: plainTextOf }),
    problem,
    remaining: remainingCharacters(draft),
    canSend: !isDue && isSendable(draft),
    /** A draft that could not be sent stays in the field. */
    sendDraft: () => send(draft) && setDraft(''),
    ask: send,
    stop: isDue ? () => conversation.interrupt() : undefined,
    retry: () => problem && retry(conversation, 'text', problem),
  };
}

/** Without a message that failed it is the chat itself that could not be set up. */
function describeFailure(failure: ConversationFailure, isOnline: boolean): ChatProblem {
  if (failure.clientMessageId === undefined) return { sentence: 'failure.setUp', action: 'failure.retry' };
  return describeFailedMessage(failure.category === 'network' && !isOnline ? 'failure.offline' : 'failure.send', failure);
}

/** The text chat, as its views need it. */
export function useChat(props: ScreenProps) {
  const { museum, profile, exhibition, conversation, session, api, i18n } = props;
  const { t, language } = useTranslation<TextKey>(i18n, 'chat');
  const [draft, setDraft] = useDraft(session);
  const speech = useSpeech(props, {
    language,
    isShown: true,
    onWords: (words) => setDraft((before) => appendWords(before, words)),
  });
  const talk = useConversation(conversation, { draft, setDraft, onAsk: speech.reader.stop, fulfil: speech.sayAgain.fulfilMessage });
  /** What cannot be sent now comes into the field, after what is typed there. */
  const askOrDraft = (question: string) => talk.ask(question) || setDraft((before) => appendWords(before, question));
  useAskedObject({ museum, profile, conversation, onAsk: (number) => askOrDraft(t('shared:find.question', { number })) });
  return {
    t,
    talk,
    draft,
    setDraft,
    askOrDraft,
    finding: useMemo<Finding>(() => ({ museum, profile, api, language, t }), [museum, profile, api, language, t]),
    speech,
    welcome: useWelcome({ api, session, language, fallback: t('welcome'), isShown: talk.messages.length === 0 }),
    copying: useCopying(),
    ratings: useRatings({ api, session }),
    status: pickStatus(talk.progress, talk.messages.length, speech.dictation.view.phase),
    guideName: localize(profile.guideName, language),
    museumName: museum.name,
    exhibitionName: exhibition && exhibitionName(profile, exhibition, language),
    sceneUrl: sceneUrl(
      museum._id,
      sceneOf(profile, exhibition?._id),
      useStore(session.store, (state) => state.themeMode),
    ),
    feedbackUrl: pickFeedbackUrl(profile, language),
    questions: pickQuickQuestions(profile, exhibition?._id, language).open,
    alsoIn: useAlsoIn(props, language),
    /** A museum with a single exhibition has no landing to go back to. */
    canLeave: museum.exhibitions.length > 1,
  };
}

/** The language of the visitor's captions, else of the page: what was said before the visitor changed the language is also read in the new one. */
function useAlsoIn({ museum, session, api }: ScreenProps, ofPage: Language): AlsoIn {
  const chosen = useStore(session.store, ({ settings }) => settings.captionsIn);
  const language = chosen === 'voice' ? ofPage : chosen;
  return useMemo(() => ({ language, museumId: museum._id, api }), [language, museum._id, api]);
}

/** The last answer that was copied. */
function useCopying() {
  const [copied, setCopied] = useState<{ id: string; isDone: boolean }>();
  const copy = useCallback(async (id: string, text: string) => setCopied({ id, isDone: await copyText(text) }), []);
  return { copied, copy: canCopyText() ? copy : undefined };
}
