import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useRef, useState } from 'react';
import type { Music } from './play-music.ts';
import { pickMusicLevel, startMusic } from './start-music.ts';

interface MusicOptions {
  /** Undefined where the exhibition has none. */
  piece: MusicPiece | undefined;
  /** The visitor's wish. It begins at the next tap: browsers want one. */
  isOn: boolean;
  isGuideSpeaking: boolean;
  isMicrophoneOpen: boolean;
  isGuideMuted: boolean;
  clock: Clock;
  session: SettingsSource;
}

/** Background music while it is wanted and the page is seen; makes room for who speaks. */
export function useMusic({ piece, isOn, clock, session, ...voices }: MusicOptions): { hasFailed: boolean } {
  const music = useRef<Music | undefined>(undefined);
  const isSeen = useIsSeen();
  const [hasFailed, setFailed] = useState(false);
  const level = pickMusicLevel(voices);
  const levelNow = useRef(level);
  levelNow.current = level;

  useEffect(() => {
    setFailed(false);
    if (!piece || !isOn || !isSeen) return;
    const playing = startMusic(piece, { clock, session, level: levelNow.current, onFailed: () => setFailed(true) });
    music.current = playing;
    return () => {
      playing.stop();
      music.current = undefined;
    };
  }, [piece, isOn, isSeen, clock, session]);
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
