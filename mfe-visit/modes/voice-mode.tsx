import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ConnectView } from '../connect/connect-view.tsx';
import { SuggestedQuestions } from '../follow-ups/suggested-questions.tsx';
import { Introduction } from '../introduction/introduction.tsx';
import { MusicButton } from '../music/music-button.tsx';
import { SpeakerPopup } from '../popup/speaker-popup.tsx';
import { pickCaptions } from '../talk/captions.ts';
import { CaptionsCard } from '../talk/captions-card.tsx';
import { Scene } from '../talk/scene.tsx';
import { Hint, PlaybackNotice, SideKey, TalkKey, TalkPanel } from '../talk/talk-panel.tsx';
import { pickBox, pickHint, pickMainKey, pickStatus, type TalkOptions } from '../talk/talk-view.ts';
import { useTalkButton } from '../talk/use-talk-button.ts';
import { VisitComposer } from './text-mode.tsx';
import type { Visit } from './use-visit.ts';

interface VoiceModeProps {
  visit: Visit;
  props: Pick<ScreenProps, 'conversation' | 'clock'>;
  locationBar: ReactNode;
  onUseText(): void;
}

/** The spoken visit: the introduction in its hours, the steps to a call, or the call. */
export function VoiceMode(props: VoiceModeProps) {
  const { visit, onUseText } = props;
  const { t, voice, introduction, guideName } = visit;
  if (introduction.isShown) {
    return (
      <Introduction
        recording={introduction.recording}
        lines={introduction.lines}
        currentLine={introduction.currentLine}
        guideName={guideName}
        t={t}
        onToggle={introduction.toggle}
        onTalk={introduction.leave}
        onUseText={onUseText}
      />
    );
  }
  if (!voice.connectState) return <Call {...props} />;
  return (
    <ConnectView
      // Checking takes a moment: the view after it counts as the first one.
      key={voice.connectState.kind === 'checking' ? 'checking' : 'checked'}
      state={voice.connectState}
      guideName={guideName}
      site={window.location.hostname}
      t={t}
      onAllow={() => voice.start()}
      onRetry={() => voice.restart()}
      onKeepWaiting={voice.keepWaiting}
      onTakeOver={voice.takeOver}
      onUseText={onUseText}
      onCopyLink={() => copyText(window.location.href)}
    />
  );
}

function Call({ visit, props: { conversation, clock }, locationBar, onUseText }: VoiceModeProps) {
  const { t, config, voice, guideName } = visit;
  const { music, popup } = visit.sound;
  const state = useStore(conversation.store, (all) => all);
  const options: TalkOptions = { state, talkingMode: config.talkingMode, isAudioMuted: config.isAudioMuted, isOnline: useOnline() };
  const status = pickStatus(options);
  const key = pickMainKey(options, voice.recogniser);
  const talkButton = useTalkButton({ conversation, clock });
  const isMicrophoneOn = state.voice?.isUserMuted === false;
  const otherMode = config.talkingMode === 'continuous' ? 'push-to-talk' : 'continuous';
  const handlers = {
    hold: talkButton.handlers,
    microphone: { onClick: () => conversation.setMicrophoneMuted(isMicrophoneOn) },
    resume: { onClick: () => voice.start() },
  };
  const isOpen = key === 'hold' ? talkButton.since !== undefined : key === 'microphone' && isMicrophoneOn;
  return (
    <TalkPanel
      locationBar={locationBar}
      scene={
        <Scene
          sceneUrl={visit.sceneUrl}
          avatar={status.avatar}
          levels={conversation.levels}
          video={state.voice?.video}
          isDark={config.visitMode === 'exploration'}
          corner={music && <MusicButton {...music} t={t} />}
        >
          {popup.phase && <SpeakerPopup phase={popup.phase} t={t} onClose={popup.close} onHold={popup.hold} onRelease={popup.release} />}
        </Scene>
      }
      status={t(status.text, { guide: guideName, count: state.voice?.ahead ?? 0 })}
      box={<TalkBox visit={visit} state={state} onResumePlayback={() => conversation.resumePlayback()} />}
      hint={
        <Hint
          text={pickHint(options, key)}
          button={talkButton.button}
          otherMode={key === 'hold' || key === 'microphone' ? otherMode : undefined}
          clock={clock}
          t={t}
          onSwitch={() => visit.configure({ talkingMode: otherMode })}
        />
      }
      keys={{
        start: <MuteKey visit={visit} />,
        main:
          key === 'none' ? (
            <SideKey icon="text-lines" label={t('talk.useText')} onPress={onUseText} />
          ) : (
            <TalkKey kind={key} isOpen={isOpen} t={t} handlers={handlers[key]} />
          ),
        end: <CaptionsKey visit={visit} />,
      }}
      composer={voice.recogniser === 'none' && <VisitComposer visit={visit} />}
    />
  );
}

function MuteKey({ visit: { t, config, configure } }: Pick<VoiceModeProps, 'visit'>) {
  const { isAudioMuted } = config;
  return (
    <SideKey
      icon={isAudioMuted ? 'sound-off' : 'sound-on'}
      label={t(isAudioMuted ? 'talk.unmute' : 'talk.mute')}
      onPress={() => configure({ isAudioMuted: !isAudioMuted })}
    />
  );
}

function CaptionsKey({ visit: { t, uiState, showCaptions } }: Pick<VoiceModeProps, 'visit'>) {
  const { isCaptioned } = uiState;
  return <SideKey icon="captions" label={t('captions.key')} isPressed={isCaptioned} onPress={() => showCaptions(!isCaptioned)} />;
}

interface TalkBoxProps {
  visit: Visit;
  state: ConversationState;
  onResumePlayback(): void;
}

/** One box for captions, questions and problems, so that nothing below it moves. */
function TalkBox({ visit, state, onResumePlayback }: TalkBoxProps) {
  const { t, talk, followUps, uiState, guideName } = visit;
  const [readTurn, setReadTurn] = useState<number>();
  const captions = pickCaptions(talk.entries, state);
  const box = pickBox({
    state,
    hasProblem: talk.problem !== undefined,
    hasQuestions: followUps.questions.length > 0,
    hasCaptions: captions.length > 0,
    isCaptioned: uiState.isCaptioned,
    isReading: readTurn === state.turn,
  });
  if (box === 'playback') return <PlaybackNotice guideName={guideName} t={t} onResume={onResumePlayback} />;
  if (box === 'problem') return talk.problem && <ErrorNotice problem={talk.problem} t={t} onAction={talk.retry} />;
  if (box === 'captions') {
    return <CaptionsCard captions={captions} guideName={guideName} isStale={state.phase === 'reconnecting'} t={t} />;
  }
  if (box === 'empty') return null;
  return (
    <SuggestedQuestions
      questions={followUps.questions}
      isFirst={followUps.isFirst}
      guideName={guideName}
      hasAnswer={captions.length > 0}
      isDisabled={talk.isAnswerDue}
      t={t}
      onAsk={followUps.ask}
      onRead={() => setReadTurn(state.turn)}
    />
  );
}

/** Whether the browser has a network; with one, the museum may still be out of reach. */
const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);

function subscribeOnline(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
