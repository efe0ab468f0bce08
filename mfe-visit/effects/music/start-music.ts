import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import type { Music, MusicLevel } from './music.ts';

export interface StartOptions {
  clock: Clock;
  seed: number;
  level: MusicLevel;
  /** The music's code did not come, or this browser has no sound to make. */
  tellFailed(): void;
}

/** Fetches the music's code, which no visit without music loads, and plays. Stopped before it came, it never begins. */
export function startMusic(piece: MusicPiece, { tellFailed, level, ...options }: StartOptions): Music {
  let music: Music | undefined;
  let wanted = level;
  let isStopped = false;
  import(/* webpackChunkName: "music" */ './play-music.ts')
    .then(({ playMusic }) => {
      if (!isStopped) music = playMusic(piece, { ...options, level: wanted });
    })
    .catch(() => {
      if (!isStopped) tellFailed();
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
