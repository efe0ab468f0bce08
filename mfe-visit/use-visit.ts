import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { pickPlace } from './model/place.ts';
import { pickTabBar } from './model/tab-bar.ts';
import type { Shown } from './model/visit-notes.ts';
import { useFollowUps } from './use-follow-ups.ts';
import { useNotes } from './use-notes.ts';
import { useRunningConversation, useTalk } from './use-talk.ts';

/** The visit in text, as its views need it. */
export function useVisit(props: ScreenProps) {
  const { museum, profile, exhibition, session, i18n, conversation } = props;
  const { t, language } = useTranslation(i18n, 'visit');
  const visitMode = useStore(session.store, (state) => state.visitConfig.visitMode);
  const room = useStore(conversation.store, (state) => state.room);
  const { notes, changeNotes } = useNotes(exhibition?._id);
  const talk = useTalk(conversation, { draft: notes.draft, setDraft: (draft) => changeNotes(() => ({ draft })) });
  useRunningConversation(conversation, session);
  return {
    t,
    talk,
    guideName: localize(profile.guideName, language),
    place: pickPlace({ museum, profile, exhibition, visitMode, room, language }),
    tabBar: pickTabBar(profile, language),
    visitMode,
    chooseMode: (mode: VisitConfig['visitMode']) => session.configure({ visitMode: mode }),
    followUps: useFollowUps(props, { language, notes, changeNotes, ask: talk.ask }),
    shown: notes.shown,
    show: (shown: Shown) => changeNotes(() => ({ shown })),
  };
}
