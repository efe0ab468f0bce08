import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { useEffect, useRef, useState } from 'react';
import styles from './music-button.module.css';
import type { Music } from './play-music.ts';
import { pickMusicLevel, startMusic } from './start-music.ts';

interface MusicOptions {
  /** Undefined where the exhibition has none. */
  piece: MusicPiece | undefined;
  /** The visitor's wish; true only after a tap. */
  isOn: boolean;
  isGuideSpeaking: boolean;
  isMicrophoneOpen: boolean;
  isGuideMuted: boolean;
  clock: Clock;
}

/** Background music while it is wanted and the page is seen; makes room for who speaks. */
export function useMusic({ piece, isOn, clock, ...voices }: MusicOptions): { hasFailed: boolean } {
  const music = useRef<Music | undefined>(undefined);
  const isSeen = useIsSeen();
  const [hasFailed, setFailed] = useState(false);
  const level = pickMusicLevel(voices);
  const levelNow = useRef(level);
  levelNow.current = level;

  useEffect(() => {
    setFailed(false);
    if (!piece || !isOn || !isSeen) return;
    const playing = startMusic(piece, { clock, level: levelNow.current, onFailed: () => setFailed(true) });
    music.current = playing;
    return () => {
      playing.stop();
      music.current = undefined;
    };
  }, [piece, isOn, isSeen, clock]);
  useEffect(() => music.current?.setLevel(level), [level]);
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
  /** The music could not be had: said in the place of on and off. */
  hasFailed: boolean;
  t: Translate;
  /** Keep the wish where the visit's other wishes are kept. */
  onChange(isOn: boolean): void;
}

/** Switches the background music; always there, because it may disturb at any time. */
export function MusicButton({ isOn, hasFailed, t, onChange }: MusicButtonProps) {
  const word = isOn ? 'music.on' : 'music.off';
  return (
    <QuietButton className={styles['music']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <svg className={isOn ? styles['note'] : styles['silent']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 17.5V5.5l10-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM14 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z" />
        {!isOn && <path d="M3.5 3.5l17 17" />}
      </svg>
      <span className={styles['label']}>{t('music.label')}</span>
      <span className={styles['state']} role={hasFailed ? 'status' : undefined}>
        {t(isOn && hasFailed ? 'music.failed' : word)}
      </span>
    </QuietButton>
  );
}
