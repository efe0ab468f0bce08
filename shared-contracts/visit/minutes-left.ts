import { safeStorage } from '../kit/storage.ts';
import type { TailoringAnswers } from './answers.ts';
import { visitNotesKey } from './stored-names.ts';

const minuteMs = 60_000;

interface VisitTime {
  answers: TailoringAnswers;
  /** Both in ms of the clock. */
  startedAt: number;
  now: number;
}

/** Started minutes of the chosen time; undefined if no time was chosen, and when it is over. */
export function pickMinutesLeft({ answers, startedAt, now }: VisitTime): number | undefined {
  const chosen = Number(/^time\.(\d{1,3})$/.exec(answers.time?.[0] ?? '')?.[1]);
  // A clock that was set back must not add time.
  const left = Math.ceil(chosen - Math.max(0, now - startedAt) / minuteMs);
  return left > 0 ? left : undefined;
}

/** How long the number of minutes stays the same, in ms. */
export const untilNextMinute = ({ startedAt, now }: Omit<VisitTime, 'answers'>): number =>
  minuteMs - (Math.max(0, now - startedAt) % minuteMs);

/** When the visit in an exhibition began, in ms of the clock; undefined before its screen was opened in this tab. */
export function readVisitStart(exhibitionId: string | undefined): number | undefined {
  const { startedAt }: { startedAt?: unknown } = Object(safeStorage(() => window.sessionStorage).readJson(visitNotesKey(exhibitionId)));
  return typeof startedAt === 'number' && Number.isFinite(startedAt) ? startedAt : undefined;
}
