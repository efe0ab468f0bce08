import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { countRead, pickAnnouncement } from './model/announcement.ts';
import { isSendable, remainingCharacters } from './model/draft.ts';
import { listEntries } from './model/entries.ts';
import { pickFailureWords } from './model/failure-words.ts';
import { pickPlace } from './model/place.ts';
import { pickTabBar } from './model/tab-bar.ts';

/** The visit in text, as its views need it. */
export function useVisit(props: ScreenProps) {
  const { museum, profile, exhibition, session, i18n } = props;
  const { t, language } = useTranslation(i18n, 'visit');
  const visitMode = useStore(session.store, (state) => state.visitConfig.visitMode);
  const { room, ...talk } = useTalk(props);
  return {
    t,
    ...talk,
    guideName: localize(profile.guideName, language),
    place: pickPlace({ museum, profile, exhibition, visitMode, room, language }),
    tabBar: pickTabBar(profile, language),
    visitMode,
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    chooseMode: useModeChoice(props),
  };
}

/** What was said, what is being said, and what the visitor is about to say. */
function useTalk({ conversation }: ScreenProps) {
  const { phase, failure, room, transcript, turns } = useStore(conversation.store, (state) => state);
  const entries = useMemo(() => listEntries({ transcript, turns }), [transcript, turns]);
  const [readBefore] = useState(() => countRead(entries));
  const [draft, setDraft] = useState('');
  const isAnswering = phase === 'thinking' || phase === 'speaking';

  useEffect(() => {
    conversation.start('text');
    return () => conversation.stop('screen-left');
  }, [conversation]);

  return {
    entries,
    room,
    isThinking: phase === 'thinking',
    isAnswering,
    announcement: pickAnnouncement(phase, entries, readBefore),
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

/** Another mode is another conversation: the running one ends, what was said stays. */
function useModeChoice({ session, conversation }: ScreenProps) {
  return useCallback(
    (visitMode: VisitConfig['visitMode']) => {
      if (session.store.getState().visitConfig.visitMode === visitMode) return;
      conversation.stop('mode-changed');
      session.configure({ visitMode });
      conversation.start('text');
    },
    [session, conversation],
  );
}
