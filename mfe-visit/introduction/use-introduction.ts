import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { useEffect, useRef, useState } from 'react';

interface Hours {
  /** `HH:MM` in the museum's time zone. If `until` (exclusive) is before `from`, `until` is on the next day. */
  from: string;
  until: string;
  timeZone: string;
}

/**
 * When the clocks change at night, an hour occurs twice or never.
 * @param now milliseconds since the epoch
 * @throws RangeError for a time zone the browser does not know
 */
export function isIntroductionTime({ from, until, timeZone }: Hours, now: number): boolean {
  const shown = minutesShown(timeZone, now);
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  return begin <= end ? begin <= shown && shown < end : begin <= shown || shown < end;
}

function minutesShown(timeZone: string, now: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(now));
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

type IntroductionProfile = MuseumProfile['introduction'];

interface IntroductionOptions {
  introduction: IntroductionProfile;
  language: Language;
  clock: Clock;
}

const noLines: readonly never[] = [];

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
