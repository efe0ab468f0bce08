import type { Conversation, ConversationFailure } from '@enfilade/shared-contracts/conversation/conversation';
import { describeFailedMessage, type Problem } from '@enfilade/shared-contracts/conversation/progress';
import { useConversation } from '@enfilade/shared-contracts/conversation/runtime/use-conversation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { sceneOf, sceneUrl } from '@enfilade/shared-contracts/museum/pictures';
import { pickFeedbackUrl } from '@enfilade/shared-contracts/museum/profile-texts';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useBusy } from '@enfilade/shared-contracts/remote/use-busy';
import { useAskedObject } from '@enfilade/shared-contracts/ui/finding/asked-object';
import type { ScreenState } from '@enfilade/shared-contracts/ui/screen-context';
import { appendWords, useSpeech } from '@enfilade/shared-contracts/ui/speech/use-speech';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect, useState } from 'react';
import { isCallLive, useVoice } from '../connect/use-voice.ts';
import { useFollowUps } from '../follow-ups/suggested-questions.tsx';
import { useIntroduction } from '../introduction/use-introduction.ts';
import { pickLocation, useMinutesLeft } from '../location/location-bar.tsx';
import { useMusic } from '../music/use-music.tsx';
import type { TextKey } from '../texts/texts.ts';
import { useGuidedTour } from '../tour/use-guided-tour.ts';
import { useCaptionsIn } from '../transcript/use-captions-in.ts';
import { type ChangeUiState, type SpeakerFilter, useVisitUiState, type VisitUiState } from '../ui-state/use-visit-ui-state.ts';

export type Visit = ReturnType<typeof useVisit>;

export function useVisit(props: ScreenState<TextKey>) {
  const { museum, profile, exhibition, session, conversation, clock, t, language } = props;
  const { visitConfig: config, settings, themeMode } = useStore(session.store, (state) => state);
  const isAudio = config.inputMode === 'audio';
  const room = useStore(conversation.store, (state) => state.room);
  const isSpeaking = useStore(conversation.store, ({ phase }) => phase === 'speaking');
  const { uiState, changeUiState } = useVisitUiState(exhibition?._id);
  const setDraft = (draft: string) => changeUiState(() => ({ draft }));
  const appendToDraft = (words: string) => changeUiState(({ draft }) => ({ draft: appendWords(draft, words) }));
  const speech = useSpeech(props, {
    language,
    isShown: !isAudio,
    onWords: appendToDraft,
  });
  const talk = useConversation(conversation, {
    draft: uiState.draft,
    setDraft,
    describeFailure,
    transport: isAudio ? 'voice' : 'text',
    onAsk: speech.reader.stop,
    fulfil(message) {
      const stopsTour = tour !== undefined && tour.playing !== 'off' && speech.sayAgain.wishOf(message) === 'stop';
      if (stopsTour) tour.player.pause();
      return stopsTour || speech.sayAgain.fulfilMessage(message);
    },
  });
  const captions = useCaptionsIn(props, talk.entries, language);
  /** Sends the question, or appends it to the draft if nothing can be sent now. */
  const askOrDraft = (question: string) => talk.ask(question) || appendToDraft(question);
  useAskedObject({ museum, profile, conversation, onAsk: (number) => askOrDraft(t('shared:find.question', { number })) });
  const introduction = useIntroduction({ introduction: profile.introduction, language, clock });
  useRunningConversation(conversation, session, isAudio);
  const voice = useVoice(props, { language, uiState, changeUiState, isWanted: isAudio && !introduction.isShown });
  const { tour, isTourComing } = useGuidedTour(props, {
    ...{ t, language, uiState, changeUiState, tell: talk.tell, canListen: speech.canListen, reader: speech.reader },
    isGuided: config.visitMode === 'guided',
    isInterrupted: isAudio || speech.isRecording,
  });
  useBusy(props.setBusy, speech.isBusy || (tour !== undefined && tour.playing !== 'off'));
  const location = pickLocation({ museum, profile, exhibition, visitMode: config.visitMode, room, language });
  const [isStopPlaying, setStopPlaying] = useState(false);
  return {
    language,
    config,
    settings,
    talk,
    captions,
    askOrDraft,
    tour,
    isTourComing,
    speech,
    voice,
    introduction,
    museumName: museum.name,
    location,
    onStopPlaying: setStopPlaying,
    minutesLeft: useMinutesLeft({ clock, session, uiState, changeUiState }),
    sceneUrl: sceneUrl(museum._id, sceneOf(profile, exhibition?._id, location.room), themeMode),
    sound: useSound(props, { isAudio, isReading: speech.sayAgain.isReading || isStopPlaying, uiState, changeUiState }),
    feedbackUrl: pickFeedbackUrl(profile, language),
    openSlot: props.openSlot,
    answerFacts: { museum, exhibition, ...location, isSpeaking: isSpeaking || speech.sayAgain.isReading },
    configure: (change: Partial<VisitConfig>) => session.configure(change),
    followUps: useFollowUps(props, { language, uiState, changeUiState, ask: talk.ask }),
    uiState,
    filterSpeakers: (shown: SpeakerFilter) => changeUiState(() => ({ shown })),
    showCaptions: (hasCaptions: boolean) => session.changeSettings({ hasCaptions }),
  };
}

interface SoundOptions {
  isAudio: boolean;
  isReading: boolean;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
}

function useSound(props: ScreenProps, { isAudio, isReading, uiState, changeUiState }: SoundOptions) {
  const { conversation, session, profile, exhibition } = props;
  const state = useStore(conversation.store, (all) => all);
  const { visitConfig, settings } = useStore(session.store, (all) => all);
  const piece = exhibition && profile.exhibitions[exhibition._id]?.music;
  const { hasFailed } = useMusic({
    piece,
    isOn: settings.hasMusic && isAudio,
    isGuideSpeaking: state.phase === 'speaking' || isReading,
    isMicrophoneOpen: state.voice?.isMicrophoneOpen === true,
    isGuideMuted: visitConfig.isAudioMuted && !isReading,
  });
  return {
    music: piece && { isOn: settings.hasMusic, hasFailed, onChange: (hasMusic: boolean) => session.changeSettings({ hasMusic }) },
    isPopupOpen: isAudio && isCallLive(state) && !uiState.isSoundKnown,
    onPopupClosed: () => changeUiState(() => ({ isSoundKnown: true })),
  };
}

type FailureKey = 'failure.offline' | 'failure.timeout' | 'failure.unreachable' | 'failure.trouble';

/** Any other failure has the sentence `failure.trouble`. */
const sentences: Partial<Record<ConversationFailure['category'], FailureKey>> = {
  timeout: 'failure.timeout',
  network: 'failure.unreachable',
};

function describeFailure(failure: ConversationFailure, isOnline: boolean): Problem<FailureKey> {
  const sentence = failure.category === 'network' && !isOnline ? 'failure.offline' : sentences[failure.category];
  return describeFailedMessage(sentence ?? 'failure.trouble', failure);
}

/**
 * Starts the written conversation while shown; useVoice starts the call. A change of the visit mode, in any tab, stops and starts the
 * conversation, and keeps the transcript.
 */
function useRunningConversation(conversation: Conversation, session: VisitorSession, isAudio: boolean) {
  useEffect(() => {
    if (!isAudio) conversation.start('text');
  }, [conversation, isAudio]);
  useEffect(() => {
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.visitConfig.visitMode !== before.visitConfig.visitMode) restart(conversation, now.visitConfig.inputMode);
    });
    return () => {
      unsubscribe();
      conversation.stop('screen-left');
    };
  }, [conversation, session]);
}

function restart(conversation: Conversation, inputMode: VisitConfig['inputMode']): void {
  const { transport } = conversation.store.getState();
  conversation.stop('mode-changed');
  if (inputMode === 'text') conversation.start('text');
  else if (transport === 'voice') conversation.start('voice');
}
