import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import type { Music, MusicLevel, MusicOptions } from './play-music.ts';

interface Voices {
  isGuideSpeaking: boolean;
  isGuideMuted: boolean;
  isMicrophoneOpen: boolean;
}

/** Nothing may reach an open microphone; a guide who speaks unheard needs no room. */
export function pickMusicLevel({ isGuideSpeaking, isGuideMuted, isMicrophoneOpen }: Voices): MusicLevel {
  if (isMicrophoneOpen) return 'silent';
  return isGuideSpeaking && !isGuideMuted ? 'under-speech' : 'full';
}

export interface StartOptions extends Pick<MusicOptions, 'clock' | 'session' | 'level'> {
  /** The music's code did not come, or this browser has no sound to make. */
  onFailed(): void;
}

/** Fetches the music's code, which no visit without music loads, and plays. Stopped before it came, it never begins. */
export function startMusic(piece: MusicPiece, { onFailed, level, clock, session }: StartOptions): Music {
  let music: Music | undefined;
  let wanted = level;
  let isStopped = false;
  import(/* webpackChunkName: "music" */ './play-music.ts')
    .then(({ playMusic }) => {
      if (!isStopped) music = playMusic(piece, { clock, session, level: wanted });
    })
    .catch(() => {
      if (!isStopped) onFailed();
    });
  return {
    setLevel(next) {
      wanted = next;
      music?.setLevel(next);
    },
    stop() {
      isStopped = true;
      music?.stop();
    },
  };
}
