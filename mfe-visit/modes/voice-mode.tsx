import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { IdleQuestions } from '../follow-ups/suggested-questions.tsx';
import { SpeakerPopup } from '../popup/speaker-popup.tsx';
import { pickCaptions } from '../talk/captions.ts';
import { CaptionsCard } from '../talk/captions-card.tsx';
import { HowLine } from '../talk/hint.tsx';
import { Stage } from '../talk/stage.tsx';
import { SideKey, TalkKey } from '../talk/talk-key.tsx';
import { PlaybackNote, TalkPanel } from '../talk/talk-panel.tsx';
import { pickBox, pickHow, pickMainKey, pickStanding, type TalkFacts } from '../talk/talk-view.ts';
import { useTalkButton } from '../talk/use-talk-button.ts';
import { MusicButton } from '../ui/music/music-button.tsx';
import type { useVisit } from '../use-visit.ts';
import { VisitComposer } from './text-mode.tsx';

/** Whether the browser has a network at all; that there is one says little about what can be reached. */
const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine);

function watch(redraw: () => void): () => void {
  window.addEventListener('online', redraw);
  window.addEventListener('offline', redraw);
  return () => {
    window.removeEventListener('online', redraw);
    window.removeEventListener('offline', redraw);
  };
}

export interface AudioSideProps {
  visit: ReturnType<typeof useVisit>;
  props: Pick<ScreenProps, 'conversation' | 'clock'>;
  /** Where one is. */
  strip: ReactNode;
  onUseText(): void;
}

/** The call: its sign and word, what is being said, and the keys. */
export function TalkSide({ visit, props, strip, onUseText }: AudioSideProps) {
  const { conversation, clock } = props;
  const { t, config, voice, guideName } = visit;
  const { music, popup } = visit.sound;
  const state = useStore(conversation.store, (all) => all);
  const facts: TalkFacts = { state, talkingMode: config.talkingMode, isAudioMuted: config.isAudioMuted, isOnline: useOnline() };
  const standing = pickStanding(facts);
  const key = pickMainKey(facts, voice.hearing);
  const talkButton = useTalkButton({ conversation, clock });
  const isMicrophoneOn = state.voice?.isUserMuted === false;
  const other = config.talkingMode === 'continuous' ? 'push-to-talk' : 'continuous';
  const handlers = {
    hold: talkButton.handlers,
    microphone: { onClick: () => conversation.setMicrophoneMuted(isMicrophoneOn) },
    resume: { onClick: () => voice.begin() },
  };
  const isOpen = key === 'hold' ? talkButton.since !== undefined : key === 'microphone' && isMicrophoneOn;
  return (
    <TalkPanel
      strip={strip}
      stage={
        <Stage
          sceneUrl={visit.sceneUrl}
          sign={standing.sign}
          levels={conversation.levels}
          video={state.voice?.video}
          isDark={config.visitMode === 'exploration'}
          corner={music && <MusicButton isOn={music.isOn} hasFailed={music.hasFailed} t={t} onChange={music.change} />}
        >
          {popup.phase && <SpeakerPopup phase={popup.phase} t={t} onClose={popup.close} onHold={popup.hold} onLetGo={popup.letGo} />}
        </Stage>
      }
      word={t(standing.word, { guide: guideName, count: state.voice?.ahead ?? 0 })}
      box={<TalkBox visit={visit} props={props} />}
      how={
        <HowLine
          how={pickHow(facts, key)}
          button={talkButton.button}
          other={key === 'hold' || key === 'microphone' ? other : undefined}
          clock={clock}
          t={t}
          onSwitch={() => visit.configure({ talkingMode: other })}
        />
      }
      keys={{
        start: <MuteKey visit={visit} />,
        main:
          key === 'none' ? (
            <UseText visit={visit} onUseText={onUseText} />
          ) : (
            <TalkKey kind={key} isOpen={isOpen} t={t} handlers={handlers[key]} />
          ),
        end: <CaptionsKey visit={visit} />,
      }}
      composer={voice.hearing === 'none' && <VisitComposer visit={visit} />}
    />
  );
}

type Visit = Pick<AudioSideProps, 'visit'>;

function MuteKey({ visit: { t, config, configure } }: Visit) {
  const { isAudioMuted } = config;
  return (
    <SideKey
      icon={isAudioMuted ? 'sound-off' : 'sound-on'}
      label={t(isAudioMuted ? 'talk.unmute' : 'talk.mute')}
      onPress={() => configure({ isAudioMuted: !isAudioMuted })}
    />
  );
}

function CaptionsKey({ visit: { t, notes, showCaptions } }: Visit) {
  return (
    <SideKey icon="captions" label={t('captions.key')} isPressed={notes.isCaptioned} onPress={() => showCaptions(!notes.isCaptioned)} />
  );
}

function UseText({ visit: { t }, onUseText }: Visit & Pick<AudioSideProps, 'onUseText'>) {
  return <SideKey icon="text-lines" label={t('talk.useText')} onPress={onUseText} />;
}

/** Captions while somebody speaks, questions while the guide waits: one box, so that nothing below it moves. */
function TalkBox({ visit, props }: Pick<AudioSideProps, 'visit' | 'props'>) {
  const { t, talk, followUps, notes, guideName } = visit;
  const { conversation } = props;
  const state = useStore(conversation.store, (all) => all);
  const [readTurn, setReadTurn] = useState<number>();
  const captions = pickCaptions(talk.entries, state);
  const box = pickBox({
    state,
    hasTrouble: talk.trouble !== undefined,
    hasQuestions: followUps.questions.length > 0,
    hasCaptions: captions.length > 0,
    isCaptioned: notes.isCaptioned,
    isReading: readTurn === state.turn,
  });
  if (box === 'playback') return <PlaybackNote guideName={guideName} t={t} onResume={() => conversation.resumePlayback()} />;
  if (box === 'trouble') return talk.trouble && <ErrorNotice problem={talk.trouble} t={t} onAction={talk.remedy} />;
  if (box === 'captions') {
    return <CaptionsCard captions={captions} guideName={guideName} isStale={state.phase === 'reconnecting'} t={t} />;
  }
  if (box === 'empty') return null;
  return (
    <IdleQuestions
      questions={followUps.questions}
      isFirst={followUps.isFirst}
      guideName={guideName}
      hasAnswer={captions.length > 0}
      isDisabled={talk.isAnswerDue}
      t={t}
      onAsk={followUps.use}
      onRead={() => setReadTurn(state.turn)}
    />
  );
}
