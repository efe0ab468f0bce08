import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { pickVoiceId } from '@enfilade/shared-contracts/visit/pick-voice-id';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TourPlayer, TourPlayerState } from './create-tour-player.ts';

/** A chunk of its own: most visitors talk. */
const playerCode = createLazy(() => import(/* webpackChunkName: "tour" */ './create-tour-player.ts'));

const off = createStore<TourPlayerState>('off');

interface TourPlayerOptions {
  /** What a lock screen shows. */
  describe(): MediaMetadataInit;
  /** Something else is heard, or records. */
  isInterrupted: boolean;
}

/** The tour read aloud without a call. */
export function useTourPlayer(props: ScreenProps, { describe, isInterrupted }: TourPlayerOptions) {
  const { api, clock, session, conversation, profile } = props;
  const [player, setPlayer] = useState<TourPlayer>();
  const state = useStore(player ?? off, (each) => each);
  const latest = useRef(describe);
  useEffect(() => {
    latest.current = describe;
  });
  useEffect(() => () => player?.stop(), [player]);
  useEffect(() => {
    if (isInterrupted) player?.pause();
  }, [player, isInterrupted]);
  const audio = useMemo(() => new Audio(), []);
  const start = async () => {
    const { createTourPlayer } = await playerCode.load();
    const next = createTourPlayer({
      ...{ api, clock, session, conversation, audio },
      pickVoice() {
        const { language, answers } = session.store.getState();
        return pickVoiceId({ profile, language, answers });
      },
      page: {
        mediaSession: navigator.mediaSession,
        describe: () => new MediaMetadata(latest.current()),
        createUrl: (sound) => URL.createObjectURL(new Blob([sound])),
        revokeUrl: (url) => URL.revokeObjectURL(url),
      },
    });
    setPlayer(next);
    next.play();
  };
  return {
    state,
    play() {
      // Within the tap, so that the element may play what arrives later.
      if (state === 'off') audio.play().catch(() => undefined);
      if (player) player.play();
      else start().catch(() => undefined);
    },
    /** False where nothing plays. */
    pause(): boolean {
      const isOn = state === 'playing' || state === 'waiting';
      player?.pause();
      return isOn;
    },
    next: () => player?.next(),
    rewind: () => player?.rewind(),
    stop: () => player?.stop(),
  };
}
