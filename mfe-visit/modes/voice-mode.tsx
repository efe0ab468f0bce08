import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { useOnline } from '@enfilade/shared-contracts/kit/use-online';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { AnswerGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { PictureBeside } from '@enfilade/shared-contracts/ui/picture-beside';
import { SayAgainKeys } from '@enfilade/shared-contracts/ui/speech/say-again-keys';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { ConnectView } from '../connect/connect-view.tsx';
import { SuggestedQuestions } from '../follow-ups/suggested-questions.tsx';
import { introductionCode } from '../introduction/use-introduction.ts';
import { MusicButton } from '../music/music-button.tsx';
import { SpeakerPopup } from '../popup/speaker-popup.tsx';
import { pickCaptions } from '../talk/captions.ts';
import { Scene } from '../talk/scene.tsx';
import {
  CaptionsCard,
  HowToTalk,
  OriginalKey,
  PlaybackNotice,
  Reason,
  SideKey,
  TalkKey,
  TalkPanel,
  TypeKey,
  useTypingBox,
} from '../talk/talk-panel.tsx';
import { isUnreachable, pickBox, pickHint, pickMainKey, pickReason, pickStatus, type TalkOptions } from '../talk/talk-view.ts';
import { useTalkButton } from '../talk/use-talk-button.ts';
import { TranscriptList } from '../transcript/transcript-list.tsx';
import { BelowAnswer, TypingArea } from './text-mode.tsx';
import { useMedia } from './use-media.ts';
import type { Visit } from './use-visit.ts';

interface VoiceModeProps {
  visit: Visit;
  props: Pick<ScreenProps, 'conversation' | 'clock'> & { session: SettingsSource };
  locationBar: Elements;
  /** Shows the rooms and the steps of the tour. */
  onTour(): void;
  onUseText(): void;
}

/** Without its code the visitor is led to the conversation. */
function LateIntroduction({ visit, props: { clock, session }, onUseText }: VoiceModeProps) {
  const { t, guideName, introduction, setBusy } = visit;
  const { url, lines, hasStarted, leave } = introduction;
  const code = useStore(introductionCode, (loaded) => loaded);
  const skip = useEffectEvent(leave);
  useEffect(() => {
    introductionCode.load().catch(skip);
  }, []);
  if (!code) return null;
  const shown = { url, lines, hasStarted, setBusy, clock, session, guideName, t };
  return <code.RecordedIntroduction {...shown} onTalk={leave} onUseText={onUseText} />;
}

/** The spoken visit: the introduction in its hours, the steps to a call, or the call. */
export function VoiceMode(props: VoiceModeProps) {
  const { visit } = props;
  const { voice, introduction } = visit;
  if (!introduction.isShown && !voice.connectState) return <Call {...props} />;
  return (
    <PictureBeside url={visit.sceneUrl}>{introduction.isShown ? <LateIntroduction {...props} /> : <Connect {...props} />}</PictureBeside>
  );
}

function Connect({ visit, onUseText }: VoiceModeProps) {
  const { t, voice, guideName } = visit;
  if (!voice.connectState) return null;
  return (
    <ConnectView
      // Checking takes a moment: the view after it counts as the first one.
      key={voice.connectState.kind === 'checking' ? 'checking' : 'checked'}
      state={voice.connectState}
      isLocal={voice.isLocal}
      guideName={guideName}
      site={window.location.hostname}
      t={t}
      onAllow={voice.ask}
      onListen={voice.listen}
      onRetry={() => voice.restart()}
      onKeepWaiting={voice.keepWaiting}
      onTakeOver={voice.takeOver}
      onUseText={onUseText}
      onCopyLink={() => copyText(window.location.href)}
    />
  );
}

function Call({ visit, props: { conversation, clock }, locationBar, onTour }: VoiceModeProps) {
  const { t, config, voice, guideName, settings } = visit;
  const state = useStore(conversation.store, (all) => all);
  const options: TalkOptions = { state, talkingMode: config.talkingMode, isAudioMuted: config.isAudioMuted, isOnline: useOnline() };
  const status = pickStatus(options, visit.speech.sayAgain.isReading);
  const key = pickMainKey(options, voice.recogniser);
  const hears = voice.recogniser !== 'none';
  const typing = useTypingBox(visit.talk.draft);
  const isWide = useMedia('(min-width: 80em) and (min-height: 44em)');
  const talkButton = useTalkButton({ conversation, clock, vibrates: settings.vibrates });
  const isMicrophoneOn = state.voice?.isUserMuted === false;
  const isHandsFree = config.talkingMode === 'continuous';
  const handlers = {
    hold: talkButton.handlers,
    microphone: { onClick: () => conversation.setMicrophoneMuted(isMicrophoneOn) },
    resume: { onClick: () => voice.start() },
  };
  const isOpen = key === 'hold' ? talkButton.since !== undefined : key === 'microphone' && isMicrophoneOn && !isUnreachable(options, key);
  return (
    <TalkPanel
      locationBar={
        <>
          {locationBar}
          <SpeakerNotice visit={visit} />
        </>
      }
      scene={<CallScene visit={visit} state={state} />}
      avatar={status.avatar}
      levels={conversation.levels}
      before={isWide && <SaidBefore visit={visit} state={state} />}
      status={t(status.text, { guide: guideName, count: state.voice?.ahead ?? 0 })}
      box={<TalkBox visit={visit} state={state} onTour={onTour} onResumePlayback={() => conversation.resumePlayback()} />}
      how={
        key !== 'none' && (
          <HowToTalk
            text={pickHint(options, key)}
            button={talkButton.button}
            isHandsFree={key === 'resume' ? undefined : isHandsFree}
            clock={clock}
            t={t}
            onSwitch={() => visit.configure({ talkingMode: isHandsFree ? 'push-to-talk' : 'continuous' })}
          >
            {hears && <TypeKey isOpen={typing.isOpen} t={t} onPress={typing.toggle} />}
          </HowToTalk>
        )
      }
      keys={{
        start: <MuteKey visit={visit} />,
        main:
          key === 'none' ? (
            <Reason>{t(pickReason(voice), { guide: guideName })}</Reason>
          ) : (
            <TalkKey kind={key} isOpen={isOpen} isOff={isUnreachable(options, key)} t={t} handlers={handlers[key]} />
          ),
        end: <CaptionsKey visit={visit} />,
      }}
      composer={(typing.isOpen || !hears || voice.microphone !== 'available') && <TypingArea visit={visit} field={typing.field} />}
    />
  );
}

/** All that was said, but for what the captions say. */
function SaidBefore({ visit, state }: Pick<TalkBoxProps, 'visit' | 'state'>) {
  const { t, captions, uiState, guideName, filterSpeakers } = visit;
  const captioned = boxOf(visit, state) === 'captions' ? pickCaptions(captions.entries, state).length : 0;
  return (
    <TranscriptList
      entries={captions.entries.slice(0, captions.entries.length - captioned)}
      shown={uiState.shown}
      guideName={guideName}
      finding={visit.finding}
      isPast
      questions={<BelowAnswer visit={visit} />}
      t={t}
      onFilter={filterSpeakers}
    />
  );
}

interface CallSceneProps {
  visit: Visit;
  state: ConversationState;
}

/** The picture behind a call, with the switch of its music. */
function CallScene({ visit: { t, config, sceneUrl, sound }, state }: CallSceneProps) {
  const { music } = sound;
  return (
    <Scene
      sceneUrl={sceneUrl}
      video={state.voice?.video}
      isDark={config.visitMode === 'exploration'}
      corner={music && <MusicButton {...music} t={t} />}
    />
  );
}

function SpeakerNotice({ visit: { t, sound } }: Pick<VoiceModeProps, 'visit'>) {
  const { phase, close, hold, release } = sound.popup;
  return phase && <SpeakerPopup phase={phase} t={t} onClose={close} onHold={hold} onRelease={release} />;
}

function MuteKey({ visit: { t, config, configure } }: Pick<VoiceModeProps, 'visit'>) {
  const isOn = !config.isAudioMuted;
  const icon = isOn ? 'sound-on' : 'sound-off';
  return <SideKey icon={icon} name={t('talk.sound')} isOn={isOn} t={t} onPress={() => configure({ isAudioMuted: isOn })} />;
}

function CaptionsKey({ visit: { t, settings, showCaptions } }: Pick<VoiceModeProps, 'visit'>) {
  const isOn = settings.hasCaptions;
  return <SideKey icon="captions" name={t('captions.label')} isOn={isOn} t={t} onPress={() => showCaptions(!isOn)} />;
}

interface TalkBoxProps extends Pick<VoiceModeProps, 'visit' | 'onTour'> {
  state: ConversationState;
  onResumePlayback(): void;
}

const isOnTour = (tour: Visit['tour']) => tour?.view.kind === 'asks' || tour?.view.kind === 'next';

/** On the tour the questions come in place of the guide's own one only when the visitor wants them. */
const boxOf = ({ talk, followUps, tour, settings }: Visit, state: ConversationState, isReading = false, wantsQuestions = false) =>
  pickBox({
    state,
    hasProblem: talk.problem !== undefined,
    hasQuestions: tour?.view.kind === 'start' || (followUps.questions.length > 0 && (wantsQuestions || !isOnTour(tour))),
    hasCaptions: talk.entries.length > 0,
    isCaptioned: settings.hasCaptions,
    isReading,
  });

/** One box for captions, questions and problems, so that nothing below it moves; on the tour, its keys below. */
function TalkBox(props: TalkBoxProps) {
  const { visit, state, onTour } = props;
  const { tour } = visit;
  const draw = (wantsQuestions: boolean) => <Words {...props} wantsQuestions={wantsQuestions} />;
  if (!tour || !isOnTour(tour) || visit.talk.problem) return draw(false);
  return <tour.KeysBelow visit={visit} turn={state.turn} draw={draw} onTour={onTour} />;
}

function Words({ visit, state, onTour, onResumePlayback, wantsQuestions }: TalkBoxProps & { wantsQuestions: boolean }) {
  const { t, talk, followUps, guideName } = visit;
  const { entries, original } = visit.captions;
  const [readTurn, setReadTurn] = useState<number>();
  const captions = pickCaptions(entries, state);
  const answer = talk.entries.at(-1);
  const box = boxOf(visit, state, readTurn === state.turn, wantsQuestions);
  if (box === 'playback') return <PlaybackNotice guideName={guideName} t={t} onResume={onResumePlayback} />;
  if (box === 'problem') return talk.problem && <ErrorNotice problem={talk.problem} t={t} onAction={talk.retry} />;
  if (box === 'captions') {
    return (
      <CaptionsCard
        captions={captions}
        guideName={guideName}
        grounds={answer && <AnswerGrounds finding={visit.finding} sources={answer.sources} language={answer.language} isSmall />}
        isStale={state.phase === 'reconnecting'}
        t={t}
        keys={
          <>
            {original && <OriginalKey original={original} t={t} />}
            <SayAgainKeys sayAgain={visit.speech.sayAgain} t={t} />
          </>
        }
      />
    );
  }
  if (box === 'empty') return null;
  if (visit.tour?.view.kind === 'start') return <visit.tour.TourBox visit={visit} onTour={onTour} />;
  return (
    <SuggestedQuestions
      questions={followUps.questions}
      generated={followUps.generated}
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
