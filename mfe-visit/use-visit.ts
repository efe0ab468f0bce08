import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useCallback, useState } from 'react';
import { useVoice } from './connect/use-voice.ts';
import { isCallLive } from './connect/voice-start.ts';
import { useFollowUps } from './follow-ups/use-follow-ups.ts';
import { pickTabBar } from './frame/mode-bar.tsx';
import { useIntroduction } from './introduction/use-introduction.ts';
import { pickPlace } from './location/location.ts';
import { useMinutesLeft } from './location/use-minutes-left.ts';
import { usePopup } from './popup/use-popup.ts';
import { useRunningConversation, useTalk } from './transcript/use-talk.ts';
import { type ChangeNotes, useNotes } from './ui-state/use-visit-ui-state.ts';
import type { Shown, VisitNotes } from './ui-state/visit-ui-state.ts';
import { useMusic } from './use-music.ts';

/** The visit, spoken or written, as its views need it. */
export function useVisit(props: ScreenProps) {
  const { museum, profile, exhibition, session, i18n, conversation, clock } = props;
  const { t, language } = useTranslation(i18n, 'visit');
  const { visitConfig: config, themeMode } = useStore(session.store, (state) => state);
  const isAudio = config.inputMode === 'audio';
  const room = useStore(conversation.store, (state) => state.room);
  const { notes, changeNotes } = useNotes(exhibition?._id);
  const setDraft = (draft: string) => changeNotes(() => ({ draft }));
  const talk = useTalk(conversation, { draft: notes.draft, setDraft, kind: isAudio ? 'voice' : 'text' });
  const introduction = useIntroduction({ introduction: profile.introduction, language, clock });
  useRunningConversation(conversation, session, isAudio);
  const voice = useVoice(props, { notes, changeNotes, isWanted: isAudio && !introduction.isShown });
  const scene = sceneOf(profile, exhibition?._id);
  return {
    t,
    config,
    talk,
    voice,
    introduction,
    guideName: localize(profile.guideName, language),
    place: pickPlace({ museum, profile, exhibition, visitMode: config.visitMode, room, language }),
    minutesLeft: useMinutesLeft({ clock, session, notes, changeNotes }),
    sceneUrl: sceneUrl(museum._id, scene, themeMode),
    sound: useSound(props, { isAudio, notes, changeNotes }),
    tabBar: pickTabBar(profile, language),
    configure: (change: Partial<VisitConfig>) => session.configure(change),
    followUps: useFollowUps(props, { language, notes, changeNotes, ask: talk.ask }),
    notes,
    show: (shown: Shown) => changeNotes(() => ({ shown })),
    showCaptions: (isCaptioned: boolean) => changeNotes(() => ({ isCaptioned })),
  };
}

interface SoundOptions {
  isAudio: boolean;
  notes: VisitNotes;
  changeNotes: ChangeNotes;
}

/** What is heard beside the guide, and where the guide is heard from. */
function useSound(props: ScreenProps, { isAudio, notes, changeNotes }: SoundOptions) {
  const { conversation, session, clock, profile, exhibition } = props;
  const state = useStore(conversation.store, (all) => all);
  const { isAudioMuted } = useStore(session.store, (all) => all.visitConfig);
  // Not remembered: browsers let music begin after a tap alone.
  const [isMusicOn, setMusicOn] = useState(false);
  const piece = exhibition && profile.exhibitions[exhibition._id]?.music;
  const { hasFailed } = useMusic({
    piece,
    isOn: isMusicOn && isAudio,
    isGuideSpeaking: state.phase === 'speaking',
    isMicrophoneOpen: state.voice?.isMicrophoneOpen === true,
    isGuideMuted: isAudioMuted,
    clock,
  });
  const keepKnown = useCallback(() => changeNotes(() => ({ isSoundKnown: true })), [changeNotes]);
  const popup = usePopup({ clock, isWanted: isAudio && isCallLive(state) && !notes.isSoundKnown, onClosed: keepKnown });
  return { music: piece && { isOn: isMusicOn, hasFailed, change: setMusicOn }, popup };
}
