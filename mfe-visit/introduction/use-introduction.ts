import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import { useEffect, useMemo, useState } from 'react';
import { createIntroductionPlayer } from './create-introduction-player.ts';
import { type IntroductionLine, isIntroductionTime, pickCurrentLine } from './recording.ts';

type Recording = MuseumProfile['introduction'];

interface IntroductionOptions {
  introduction: Recording;
  language: Language;
  clock: Clock;
}

const noLines: readonly IntroductionLine[] = [];

/**
 * The museum's recording in its hours. Whether it is shown is decided when the screen opens and when the visitor
 * comes back to the page, never while it plays: what has begun plays to its end. `leave` ends it for this screen.
 */
export function useIntroduction({ introduction, language, clock }: IntroductionOptions) {
  const spoken = introduction?.urls[language] === undefined ? 'en' : language;
  const url = introduction?.urls[spoken] ?? '';
  const player = useMemo(() => createIntroductionPlayer(url, clock), [url, clock]);
  useEffect(() => () => player.stop(), [player]);
  const playing = useStore(player, (state) => state);
  const [isTime, setTime] = useState(() => isNow(introduction, clock));
  const [isLeft, setLeft] = useState(false);

  useEffect(() => {
    const look = () => {
      const { state } = player.getState();
      const isBegun = isUnderWay(state) || state === 'paused';
      if (document.visibilityState === 'visible' && !isBegun) setTime(isNow(introduction, clock));
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [player, introduction, clock]);

  const lines = introduction?.transcripts[spoken] ?? noLines;
  return {
    isShown: isTime && !isLeft && url !== '',
    playing,
    lines,
    currentLine: isHeard(playing.state) ? pickCurrentLine(lines, playing.seconds) : -1,
    toggle: player.toggle,
    leave() {
      player.stop();
      setLeft(true);
    },
  };
}

const isHeard = (state: string) => state === 'playing' || state === 'paused' || state === 'loading' || state === 'ready';

function isNow(introduction: Recording, clock: Clock): boolean {
  if (!introduction) return false;
  try {
    return isIntroductionTime(introduction, clock.now());
  } catch {
    // A time zone this browser does not know: the ordinary visit is never wrong.
    return false;
  }
}
