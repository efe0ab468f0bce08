import { countAnnounced, pickAnnouncement } from '@enfilade/shared-contracts/conversation/announcement';
import { ask, retry } from '@enfilade/shared-contracts/conversation/ask';
import type { Conversation, ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { isSendable, remainingCharacters } from '@enfilade/shared-contracts/conversation/draft';
import { describeFailedMessage, pickProblem } from '@enfilade/shared-contracts/conversation/problem';
import { isAnswerDue, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { canCopyText, copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { useOnline } from '@enfilade/shared-contracts/kit/use-online';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { pickFeedbackUrl } from '@enfilade/shared-contracts/museum/feedback-url';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/quick-questions';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasRecording } from './dictation/dictation-state.ts';
import { useDictation } from './dictation/use-dictation.ts';
import { appendWords, useDraft } from './frame/composer-area.tsx';
import { pickStatus } from './frame/status-line.tsx';
import { useReader } from './reading/use-reader.ts';
import type { TextKey } from './texts/texts.ts';
import { useWelcome } from './thread/chat-thread.tsx';
import { type ChatProblem, listMessages, type Message, plainTextOf } from './thread/messages.ts';
import { useRatings } from './thread/ratings.tsx';

interface ConversationOptions {
  draft: string;
  setDraft(draft: string): void;
  /** A question was sent. */
  onAsk(): void;
}

/** The written conversation: its messages, and what the visitor can send. */
function useConversation(conversation: Conversation, { draft, setDraft, onAsk }: ConversationOptions) {
  const state = useStore(conversation.store, (all) => all);
  const messages = useMessages(state);
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

/** Messages that did not change stay the same objects, so that they are not drawn again. */
function useMessages({ transcript, turns }: Parameters<typeof listMessages>[0]): readonly Message[] {
  const last = useRef<{ transcript: unknown; turns: unknown; messages: readonly Message[] }>(undefined);
  if (last.current?.transcript !== transcript || last.current.turns !== turns)
    last.current = { transcript, turns, messages: listMessages({ transcript, turns }, last.current?.messages) };
  return last.current.messages;
}

/** Without a message that failed it is the chat itself that could not be set up. */
function describeFailure(failure: ConversationFailure, isOnline: boolean): ChatProblem {
  if (failure.clientMessageId === undefined) return { sentence: 'failure.setUp', action: 'failure.retry' };
  return describeFailedMessage(failure.category === 'network' && !isOnline ? 'failure.offline' : 'failure.send', failure);
}

/** The text chat, as its views need it. */
export function useChat(props: ScreenProps) {
  const { museum, profile, exhibition, conversation, session, api, i18n, clock } = props;
  const { t, language } = useTranslation<TextKey>(i18n, 'chat');
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
    canListen: pickVoiceId({ profile, language, answers: session.store.getState().answers }) !== undefined,
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
    questions: pickQuickQuestions(profile, exhibition?._id, language).open,
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
