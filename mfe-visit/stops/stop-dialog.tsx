import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { parseTranscript, type TranscriptCue } from '@enfilade/shared-contracts/museum/transcript';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Lines, pickCurrentLine, playButtons, type RecordingState, statusKey, useRecording } from '../introduction/introduction.tsx';
import { useT } from '../texts/texts.ts';
import styles from './stop-dialog.module.css';
import type { PickedStopMedia } from './stop-media.ts';

interface StopDialogProps {
  kind: keyof PickedStopMedia;
  title: string;
  media: PickedStopMedia;
  onPlaying(isPlaying: boolean): void;
  onClose(): void;
}

export function StopDialog({ kind, title, media, onClose, onPlaying }: StopDialogProps) {
  const t = useT();
  const { audioDescription, signLanguage } = media;
  return (
    <Dialog title={title} closeLabel={t('shared:close')} onClose={onClose}>
      <div className={styles['content']}>
        {kind === 'audioDescription' && audioDescription && <Description {...audioDescription} onPlaying={onPlaying} />}
        {kind === 'signLanguage' && signLanguage && <SignedVideo {...signLanguage} onPlaying={onPlaying} />}
      </div>
    </Dialog>
  );
}

type PartProps = Pick<StopDialogProps, 'onPlaying'>;

function Description({ url, transcript, onPlaying }: PartProps & { url: string; transcript: string }) {
  const { recording, isHeard, toggle, seek, pause } = useRecording(url);
  useSilence(isUnderWay(recording.state), { onPlaying, pause });
  const { value: cues = [] } = useRequest(transcript, (signal) => loadTranscript(transcript, signal));
  const current = isHeard ? pickCurrentLine(cues, recording.seconds) : -1;
  return <DescriptionPlayer recording={recording} cues={cues} current={current} onToggle={toggle} onSeek={seek} />;
}

async function loadTranscript(url: string, signal: AbortSignal): Promise<readonly TranscriptCue[]> {
  // biome-ignore lint/style/noRestrictedGlobals: a file of the museum, not a call of the gateway's API
  const response = await fetch(url, { signal });
  return (response.ok && parseTranscript(await response.text())) || [];
}

interface DescriptionPlayerProps {
  recording: RecordingState;
  cues: readonly TranscriptCue[];
  /** -1 if no line is spoken. */
  current: number;
  onToggle(): void;
  onSeek(seconds: number): void;
}

export function DescriptionPlayer({ recording, cues, current, onToggle, onSeek }: DescriptionPlayerProps) {
  const t = useT();
  const { state, seconds, duration } = recording;
  const { label, icon } = playButtons[state];
  const played = formatSeconds(seconds);
  const time = duration === undefined ? played : t('introduction.time', { played, duration: formatSeconds(duration) });
  return (
    <>
      <Button kind="main" wide icon={icon} iconSide="start" onClick={onToggle}>
        {t(state === 'stopped' ? 'shared:play' : label)}
      </Button>
      <div className={styles['time']}>
        <p role={state === 'error' ? 'alert' : 'status'}>{t(statusKey(recording))}</p>
        <span aria-hidden="true">{time}</span>
      </div>
      <input
        type="range"
        aria-label={t('stop.seek')}
        aria-valuetext={time}
        min={0}
        max={Math.ceil(duration ?? cues.at(-1)?.seconds ?? 0)}
        step={1}
        value={Math.floor(seconds)}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
      />
      {cues.length > 0 && <Lines lines={cues} current={current} label={t('introduction.transcript')} />}
    </>
  );
}

interface SignedVideoProps extends PartProps {
  url: string;
  title: string;
  text: string;
  captions?: string | undefined;
}

function SignedVideo({ url, title, text, captions, onPlaying }: SignedVideoProps) {
  const { session } = useScreen();
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'silent' | 'playing' | 'failed'>('silent');
  useSilence(state === 'playing', { onPlaying, pause: () => video.current?.pause() });
  const { speechRate, volume } = useStore(session.store, ({ settings }) => settings);
  useEffect(() => {
    if (!video.current) return;
    video.current.playbackRate = speechRate;
    video.current.volume = volume / 100;
  }, [speechRate, volume]);
  const rest = () => setState('silent');
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/useMediaCaption: the same stands below in words, and captions where its sound has any */}
      <video
        ref={video}
        className={styles['video']}
        src={url}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        onPlay={() => setState('playing')}
        onPause={rest}
        onEnded={rest}
        onError={() => setState('failed')}
      >
        {captions && <track kind="captions" src={captions} default />}
      </video>
      {state === 'failed' && <p role="alert">{t('introduction.state.unreachable')}</p>}
      <p className={styles['text']}>{text}</p>
    </>
  );
}

/** The recording pauses when the visitor begins to speak. */
function useSilence(isPlaying: boolean, acts: PartProps & { pause(): void }) {
  const { conversation } = useScreen();
  const tell = useEffectEvent((isNow: boolean) => acts.onPlaying(isNow));
  const pause = useEffectEvent(() => acts.pause());
  useEffect(() => {
    if (!isPlaying) return;
    tell(true);
    const end = silenceGuide({ conversation, onMicrophone: pause });
    return () => {
      end();
      tell(false);
    };
  }, [conversation, isPlaying]);
}

interface SilenceOptions {
  conversation: Pick<Conversation, 'store' | 'setGuideMuted' | 'setMicrophoneMuted'>;
  /** The opened microphone would pick up the recording. */
  onMicrophone(): void;
}

/** Also silences a call that begins later, until the returned function is called. */
export function silenceGuide({ conversation, onMicrophone }: SilenceOptions): () => void {
  const isOpen = ({ voice } = conversation.store.getState()) => voice?.isMicrophoneOpen === true;
  let wasListening = isOpen();
  const closeMicrophone = () => {
    wasListening = true;
    conversation.setMicrophoneMuted(true);
  };
  conversation.setGuideMuted(true, 'recording');
  if (wasListening) closeMicrophone();
  const unsubscribe = conversation.store.subscribe((now, before) => {
    if (!isOpen(now) || isOpen(before)) return;
    if (before.phase === 'connecting') closeMicrophone();
    else onMicrophone();
  });
  return () => {
    unsubscribe();
    conversation.setGuideMuted(false, 'recording');
    if (wasListening && !isOpen()) conversation.setMicrophoneMuted(false);
  };
}
