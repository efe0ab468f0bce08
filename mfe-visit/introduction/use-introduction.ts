import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { isUnderWay } from '@enfilade/shared-contracts/kit/audio-player';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { useEffect, useMemo, useState } from 'react';
import { createIntroductionPlayer } from './create-introduction-player.ts';
import { type IntroductionLine, isIntroductionTime, pickCurrentLine } from './recording.ts';

type IntroductionProfile = MuseumProfile['introduction'];

interface IntroductionOptions {
  introduction: IntroductionProfile;
  language: Language;
  clock: Clock;
}

const noLines: readonly IntroductionLine[] = [];

/**
 * The museum's recorded introduction in its hours. Whether it is shown is decided when the screen opens and when the
 * visitor comes back to the page, never while it plays.
 */
export function useIntroduction({ introduction, language, clock }: IntroductionOptions) {
  const spokenLanguage = introduction?.urls[language] === undefined ? 'en' : language;
  const url = introduction?.urls[spokenLanguage] ?? '';
  const player = useMemo(() => createIntroductionPlayer(url, clock), [url, clock]);
  useEffect(() => () => player.stop(), [player]);
  const recording = useStore(player, (state) => state);
  const [isTime, setTime] = useState(() => isNow(introduction, clock));
  const [isLeft, setLeft] = useState(false);

  useEffect(() => {
    const onVisibilityChange = () => {
      const { state } = player.getState();
      const hasStarted = isUnderWay(state) || state === 'paused';
      if (document.visibilityState === 'visible' && !hasStarted) setTime(isNow(introduction, clock));
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [player, introduction, clock]);

  const lines = introduction?.transcripts[spokenLanguage] ?? noLines;
  const isHeard = isUnderWay(recording.state) || recording.state === 'paused';
  return {
    isShown: isTime && !isLeft && url !== '',
    recording,
    lines,
    currentLine: isHeard ? pickCurrentLine(lines, recording.seconds) : -1,
    toggle: player.toggle,
    /** Ends it for this screen. */
    leave() {
      player.stop();
      setLeft(true);
    },
  };
}

function isNow(introduction: IntroductionProfile, clock: Clock): boolean {
  if (!introduction) return false;
  try {
    return isIntroductionTime(introduction, clock.now());
  } catch {
    // A time zone that this browser does not know.
    return false;
  }
}
