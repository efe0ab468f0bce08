import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../texts/texts.ts';
import styles from './music-button.module.css';
import type { Music, MusicLevel } from './play-music.ts';

interface Voices {
  isGuideSpeaking: boolean;
  isGuideMuted: boolean;
  isMicrophoneOpen: boolean;
}

/** An open microphone must not pick up the music. A muted guide needs no lower volume. */
export function pickMusicLevel({ isGuideSpeaking, isGuideMuted, isMicrophoneOpen }: Voices): MusicLevel {
  if (isMicrophoneOpen) return 'silent';
  return isGuideSpeaking && !isGuideMuted ? 'under-speech' : 'full';
}

interface MusicOptions extends Voices {
  piece: MusicPiece | undefined;
  /** Browsers require a tap, so the music begins at the next tap. */
  isOn: boolean;
}

const musicCode = createLazy(() => import(/* webpackChunkName: "music" */ './play-music.ts'));

export function useMusic({ piece, isOn, ...voices }: MusicOptions): { hasFailed: boolean } {
  const { clock, session } = useScreen();
  const music = useRef<Music | undefined>(undefined);
  const isSeen = useIsSeen();
  const [hasFailed, setFailed] = useState(false);
  const isWanted = piece !== undefined && isOn && isSeen;
  const code = useLazy(musicCode, isWanted, () => setFailed(true));
  const level = pickMusicLevel(voices);
  const levelNow = useRef(level);
  useEffect(() => {
    levelNow.current = level;
    music.current?.setLevel(level);
  }, [level]);
  useEffect(() => {
    setFailed(false);
    if (!isWanted || !code) return;
    try {
      music.current = code.playMusic(piece, { clock, session, level: levelNow.current });
    } catch {
      setFailed(true);
    }
    return () => {
      music.current?.stop();
      music.current = undefined;
    };
  }, [piece, isWanted, code, clock, session]);
  return { hasFailed };
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}

interface MusicButtonProps {
  isOn: boolean;
  hasFailed: boolean;
  onChange(isOn: boolean): void;
}

const note = 'M9 17.5V5.5l10-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM14 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z';

/** Always shown, because music may disturb at any time. */
export function MusicButton({ isOn, hasFailed, onChange }: MusicButtonProps) {
  const t = useT();
  const word = isOn ? 'music.on' : 'music.off';
  return (
    <QuietButton className={styles['music']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <Icon name={{ lines: isOn ? note : `${note}M3.5 3.5l17 17` }} />
      <span className={styles['label']}>{t('music.label')}</span>
      {/* Screen readers announce `aria-pressed` themselves. */}
      <span className={styles['state']} {...(hasFailed ? { role: 'status' } : { 'aria-hidden': true })}>
        {t(isOn && hasFailed ? 'music.failed' : word)}
      </span>
    </QuietButton>
  );
}
