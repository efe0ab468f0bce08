import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { useOnline } from '@enfilade/shared-contracts/kit/use-online';
import { useLazy, useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { AnswerGrounds } from '@enfilade/shared-contracts/ui/finding/answer-grounds';
import { PictureBeside } from '@enfilade/shared-contracts/ui/picture-beside';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { SayAgainKeys } from '@enfilade/shared-contracts/ui/speech/use-say-again';
import { useState, useSyncExternalStore } from 'react';
import { ConnectView } from '../connect/connect-view.tsx';
import { SuggestedQuestions } from '../follow-ups/suggested-questions.tsx';
import { introductionCode } from '../introduction/use-introduction.ts';
import { MusicButton } from '../music/use-music.tsx';
import { SpeakerPopup } from '../popup/speaker-popup.tsx';
import { CaptionsCard, OriginalKey, pickCaptions } from '../talk/captions-card.tsx';
import panelStyles from '../talk/talk-panel.module.css';
import { GuideSign, HowToTalk, PlaybackNotice, Reason, Scene, SideKey, TalkKey, TypeKey, useTypingBox } from '../talk/talk-panel.tsx';
import { isUnreachable, pickBox, pickHint, pickMainKey, pickReason, pickStatus, type TalkOptions } from '../talk/talk-view.ts';
import { useTalkButton } from '../talk/use-talk-button.ts';
import { useT } from '../texts/texts.ts';
import { TranscriptList } from '../transcript/transcript-list.tsx';
import { BelowAnswer, TypingArea } from './text-mode.tsx';
import type { Visit } from './use-visit.ts';

interface VoiceModeProps {
  visit: Visit;
  locationBar: Elements;
  onTour(): void;
  onUseText(): void;
}

/** If the chunk does not load, the visitor can change to the conversation. */
function LateIntroduction({ visit, onUseText }: VoiceModeProps) {
  const { url, lines, hasStarted, leave } = visit.introduction;
  const code = useLazy(introductionCode, true, leave);
  return code && <code.RecordedIntroduction {...{ url, lines, hasStarted, onUseText }} onTalk={leave} />;
}

export function VoiceMode(props: VoiceModeProps) {
  const { visit, onUseText } = props;
  const { voice, introduction } = visit;
  if (!introduction.isShown && !voice.connectState) return <Call {...props} />;
  return (
    <PictureBeside url={visit.sceneUrl}>
      {introduction.isShown && <LateIntroduction {...props} />}
      {!introduction.isShown && voice.connectState && (
        <ConnectView
          // The view after the short check counts as the first view, and takes no focus.
          key={voice.connectState.kind === 'checking' ? 'checking' : 'checked'}
          state={voice.connectState}
          voice={voice}
          site={window.location.hostname}
          onUseText={onUseText}
        />
      )}
    </PictureBeside>
  );
}

/** Wide screens show the transcript too. */
const wide = () => window.matchMedia('(min-width: 80em) and (min-height: 44em)');

function subscribeToWide(onChange: () => void) {
  const media = wide();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** At 200 % text size the page before the call was scrolled down. */
const bringIntoSight = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'start' });

/** Each part keeps its place in every state. The composer takes its room from the captions. */
function Call({ visit, locationBar, onTour }: VoiceModeProps) {
  const { conversation, clock } = useScreen();
  const t = useT();
  const { config, voice, sound } = visit;
  const { hasCaptions, vibrates } = visit.settings;
  const state = useStore(conversation.store, (all) => all);
  const options: TalkOptions = { state, ...config, isOnline: useOnline(), tour: visit.tour?.position };
  const status = pickStatus(options, visit.speech.sayAgain.isReading);
  const key = pickMainKey(options, voice.recogniser);
  const hears = voice.recogniser !== 'none';
  const typing = useTypingBox(visit.talk.draft);
  const isWide = useSyncExternalStore(subscribeToWide, () => wide().matches);
  const talkButton = useTalkButton({ conversation, clock, vibrates });
  const isMicrophoneOn = state.voice?.isUserMuted === false;
  const isHandsFree = config.talkingMode === 'continuous';
  const handlers = {
    hold: talkButton.handlers,
    microphone: { onClick: () => conversation.setMicrophoneMuted(isMicrophoneOn) },
    resume: { onClick: () => voice.start() },
  };
  const isOpen =
    key === 'hold' ? talkButton.button.since !== undefined : key === 'microphone' && isMicrophoneOn && !isUnreachable(options, key);
  return (
    <div className={`${panelStyles['panel']} ${key === 'none' ? panelStyles['deaf'] : ''}`} ref={bringIntoSight}>
      <div className={panelStyles['place']}>
        {locationBar}
        <SpeakerNotice visit={visit} />
      </div>
      <Scene
        sceneUrl={visit.sceneUrl}
        video={state.voice?.video}
        isDark={config.visitMode === 'exploration'}
        corner={sound.music && <MusicButton {...sound.music} />}
      />
      <GuideSign avatar={status.avatar} levels={conversation.levels} status={t(status.text, { count: state.voice?.ahead ?? 0 })} />
      {isWide && (
        <div className={panelStyles['before']}>
          <SaidBefore visit={visit} state={state} />
        </div>
      )}
      <div className={panelStyles['saying']}>
        <div className={panelStyles['box']}>
          <TalkBox visit={visit} state={state} onTour={onTour} onResumePlayback={() => conversation.resumePlayback()} />
        </div>
        {(typing.isOpen || !hears || voice.microphone !== 'available') && (
          <div className={panelStyles['composer']}>
            <TypingArea visit={visit} field={typing.field} />
          </div>
        )}
      </div>
      <div className={panelStyles['talk']}>
        {key !== 'none' && (
          <HowToTalk
            text={pickHint(options, key)}
            button={talkButton.button}
            isHandsFree={key === 'resume' ? undefined : isHandsFree}
            onSwitch={() => visit.configure({ talkingMode: isHandsFree ? 'push-to-talk' : 'continuous' })}
          >
            {hears && <TypeKey isOpen={typing.isOpen} onPress={typing.toggle} />}
          </HowToTalk>
        )}
        <div className={panelStyles['keys']}>
          <MuteKey visit={visit} />
          {key === 'none' ? (
            <Reason>{t(pickReason(voice))}</Reason>
          ) : (
            <TalkKey kind={key} isOpen={isOpen} isOff={isUnreachable(options, key)} handlers={handlers[key]} />
          )}
          <SideKey icon="captions" name={t('captions.label')} isOn={hasCaptions} onPress={() => visit.showCaptions(!hasCaptions)} />
        </div>
      </div>
    </div>
  );
}

function SaidBefore({ visit, state }: Pick<TalkBoxProps, 'visit' | 'state'>) {
  const { captions, uiState, filterSpeakers } = visit;
  const captioned = boxOf(visit, state) === 'captions' ? pickCaptions(captions.entries, state).length : 0;
  return (
    <TranscriptList
      entries={captions.entries.slice(0, captions.entries.length - captioned)}
      shown={uiState.shown}
      isPast
      questions={<BelowAnswer visit={visit} />}
      onFilter={filterSpeakers}
    />
  );
}

const SpeakerNotice = ({ visit: { sound } }: Pick<VoiceModeProps, 'visit'>) =>
  sound.isPopupOpen && <SpeakerPopup onClosed={sound.onPopupClosed} />;

function MuteKey({ visit: { config, configure } }: Pick<VoiceModeProps, 'visit'>) {
  const t = useT();
  const isOn = !config.isAudioMuted;
  const icon = isOn ? 'sound-on' : 'sound-off';
  return <SideKey icon={icon} name={t('talk.sound')} isOn={isOn} onPress={() => configure({ isAudioMuted: isOn })} />;
}

interface TalkBoxProps extends Pick<VoiceModeProps, 'visit' | 'onTour'> {
  state: ConversationState;
  onResumePlayback(): void;
}

const isOnTour = (tour: Visit['tour']) => tour?.view.kind === 'asks' || tour?.view.kind === 'next';

/** On the tour the questions replace the guide's own question only on request. */
const boxOf = ({ talk, followUps, tour, settings }: Visit, state: ConversationState, isReading = false, wantsQuestions = false) =>
  pickBox({
    state,
    hasProblem: talk.problem !== undefined,
    hasQuestions: tour?.view.kind === 'start' || (followUps.questions.length > 0 && (wantsQuestions || !isOnTour(tour))),
    hasCaptions: talk.entries.length > 0,
    isCaptioned: settings.hasCaptions,
    isReading,
  });

/** One box for captions, questions and problems, so that nothing below moves. */
function TalkBox(props: TalkBoxProps) {
  const { visit, state, onTour } = props;
  const { tour } = visit;
  const draw = (wantsQuestions: boolean) => <Words {...props} wantsQuestions={wantsQuestions} />;
  if (!tour || !(isOnTour(tour) || tour.view.kind === 'put-off') || visit.talk.problem) return draw(false);
  return <tour.KeysInCall visit={visit} turn={state.turn} draw={draw} onTour={onTour} />;
}

function Words({ visit, state, onResumePlayback, wantsQuestions }: TalkBoxProps & { wantsQuestions: boolean }) {
  const { talk, followUps } = visit;
  const { entries, original } = visit.captions;
  const [readTurn, setReadTurn] = useState<number>();
  const captions = pickCaptions(entries, state);
  const answer = talk.entries.at(-1);
  const box = boxOf(visit, state, readTurn === state.turn, wantsQuestions);
  if (box === 'playback') return <PlaybackNotice onResume={onResumePlayback} />;
  if (box === 'problem') return talk.problem && <ErrorNotice problem={talk.problem} onAction={talk.retry} />;
  if (box === 'captions') {
    return (
      <CaptionsCard
        captions={captions}
        grounds={answer && <AnswerGrounds sources={answer.sources} language={answer.language} isSmall />}
        isStale={state.phase === 'reconnecting'}
        keys={
          <>
            {original && <OriginalKey original={original} />}
            <SayAgainKeys sayAgain={visit.speech.sayAgain} />
          </>
        }
      />
    );
  }
  if (box === 'empty') return null;
  if (visit.tour?.view.kind === 'start') return <visit.tour.StartCard tour={visit.tour} isDisabled={talk.isBlocked} />;
  return (
    <SuggestedQuestions
      followUps={followUps}
      hasAnswer={captions.length > 0}
      isDisabled={talk.isAnswerDue}
      onRead={() => setReadTurn(state.turn)}
    />
  );
}
