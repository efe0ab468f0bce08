import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { formatSeconds } from '@enfilade/shared-contracts/kit/format-seconds';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { TranscriptCue } from '@enfilade/shared-contracts/museum/transcript';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useRef, useState } from 'react';
import { Lines, playButtons, statusKey } from '../introduction/introduction.tsx';
import type { RecordingState } from '../introduction/recording.ts';
import type { Translate } from '../texts/texts.ts';
import styles from './stop-dialog.module.css';
import type { PickedStopMedia } from './stop-media.ts';
import { useDescription, useSilence } from './use-description.ts';

export interface StopDialogProps {
  kind: keyof PickedStopMedia;
  title: string;
  media: PickedStopMedia;
  conversation: Pick<Conversation, 'store' | 'setGuideMuted' | 'setMicrophoneMuted'>;
  session: SettingsSource;
  clock: Clock;
  t: Translate;
  onPlaying(isPlaying: boolean): void;
  onClose(): void;
}

/** What a stop has for visitors who see or hear little, over the visit, which goes on behind it. */
export function StopDialog({ kind, title, media, t, onClose, ...props }: StopDialogProps) {
  const { audioDescription, signLanguage } = media;
  return (
    <Dialog title={title} closeLabel={t('shared:close')} onClose={onClose}>
      <div className={styles['content']}>
        {kind === 'audioDescription' && audioDescription && <Description {...props} {...audioDescription} t={t} />}
        {kind === 'signLanguage' && signLanguage && <SignedVideo {...props} {...signLanguage} t={t} />}
      </div>
    </Dialog>
  );
}

type PartProps = Pick<StopDialogProps, 'conversation' | 'session' | 'clock' | 't' | 'onPlaying'>;

function Description({ url, transcript, clock, session, t, ...silence }: PartProps & { url: string; transcript: string }) {
  const { recording, cues, current, toggle, seek } = useDescription({ url, transcript, clock, session }, silence);
  return <DescriptionPlayer recording={recording} cues={cues} current={current} t={t} onToggle={toggle} onSeek={seek} />;
}

interface DescriptionPlayerProps {
  recording: RecordingState;
  cues: readonly TranscriptCue[];
  /** Index of the line being spoken; -1 while none is. */
  current: number;
  t: Translate;
  onToggle(): void;
  onSeek(seconds: number): void;
}

/** A recording with its words. */
export function DescriptionPlayer({ recording, cues, current, t, onToggle, onSeek }: DescriptionPlayerProps) {
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
        className={styles['seek']}
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

/** A video in sign language, with the browser's own controls, and the same in words. */
function SignedVideo({ url, title, text, captions, session, t, ...silence }: SignedVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'silent' | 'playing' | 'failed'>('silent');
  useSilence(silence, state === 'playing', () => video.current?.pause());
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
