import { safeStorage } from '../kit/storage.ts';
import type { TailoringAnswers } from './answers.ts';
import { visitNotesKey } from './stored-names.ts';

const minuteMs = 60_000;

interface VisitTime {
  answers: TailoringAnswers;
  /** `startedAt` and `now` are in ms since the epoch. */
  startedAt: number;
  now: number;
}

/** Rounded up. Undefined if no time was chosen or the time is over. */
export function pickMinutesLeft({ answers, startedAt, now }: VisitTime): number | undefined {
  const chosen = Number(/^time\.(\d{1,3})$/.exec(answers.time?.[0] ?? '')?.[1]);
  // A clock that was set back must not add time.
  const left = Math.ceil(chosen - Math.max(0, now - startedAt) / minuteMs);
  return left > 0 ? left : undefined;
}

export const untilNextMinute = ({ startedAt, now }: Omit<VisitTime, 'answers'>): number =>
  minuteMs - (Math.max(0, now - startedAt) % minuteMs);

/** In ms since the epoch. Undefined before the exhibition's screen was opened in this tab. */
export function readVisitStart(exhibitionId: string | undefined): number | undefined {
  const { startedAt }: { startedAt?: unknown } = Object(safeStorage(() => window.sessionStorage).readJson(visitNotesKey(exhibitionId)));
  return typeof startedAt === 'number' && Number.isFinite(startedAt) ? startedAt : undefined;
}
