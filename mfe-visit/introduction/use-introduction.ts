import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { useEffect, useRef, useState } from 'react';
import { type IntroductionLine, isIntroductionTime } from './recording.ts';

type IntroductionProfile = MuseumProfile['introduction'];

interface IntroductionOptions {
  introduction: IntroductionProfile;
  language: Language;
  clock: Clock;
}

const noLines: readonly IntroductionLine[] = [];

export const introductionCode = createLazy(() => import(/* webpackChunkName: "speech" */ './introduction.tsx'));

/** Checks the hours when the screen opens and when the visitor returns to the page, never during playback. */
export function useIntroduction({ introduction, language, clock }: IntroductionOptions) {
  const spokenLanguage = introduction?.urls[language] === undefined ? 'en' : language;
  const url = introduction?.urls[spokenLanguage] ?? '';
  const [isTime, setTime] = useState(() => isNow(introduction, clock));
  const [isLeft, setLeft] = useState(false);
  const hasStarted = useRef(false);

  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible' && !hasStarted.current) setTime(isNow(introduction, clock));
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [introduction, clock]);

  return {
    isShown: isTime && !isLeft && url !== '',
    url,
    lines: introduction?.transcripts[spokenLanguage] ?? noLines,
    hasStarted,
    /** Closed until the screen opens again. */
    leave: () => setLeft(true),
  };
}

function isNow(introduction: IntroductionProfile, clock: Clock): boolean {
  if (!introduction) return false;
  try {
    return isIntroductionTime(introduction, clock.now());
  } catch {
    // This browser does not support the time zone.
    return false;
  }
}
