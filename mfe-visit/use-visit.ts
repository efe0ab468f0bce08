import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useCallback } from 'react';
import { pickPlace } from './model/place.ts';
import { pickTabBar } from './model/tab-bar.ts';
import { useTalk } from './use-talk.ts';

/** The visit in text, as its views need it. */
export function useVisit(props: ScreenProps) {
  const { museum, profile, exhibition, session, i18n, conversation } = props;
  const { t, language } = useTranslation(i18n, 'visit');
  const visitMode = useStore(session.store, (state) => state.visitConfig.visitMode);
  const room = useStore(conversation.store, (state) => state.room);
  return {
    t,
    talk: useTalk(conversation),
    guideName: localize(profile.guideName, language),
    place: pickPlace({ museum, profile, exhibition, visitMode, room, language }),
    tabBar: pickTabBar(profile, language),
    visitMode,
    questions: profile.quickQuestions.map((question) => localize(question, language)),
    chooseMode: useModeChoice(props),
  };
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
