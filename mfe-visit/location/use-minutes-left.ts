import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import type { ChangeNotes } from '../ui-state/use-visit-ui-state.ts';
import type { VisitNotes } from '../ui-state/visit-ui-state.ts';

const minuteMs = 60_000;

interface Visit {
  answers: TailoringAnswers;
  /** Both in ms of the clock. */
  startedAt: number;
  now: number;
}

/** Begun minutes of the time the visitor chose; undefined when none was chosen and when it is over. */
export function minutesLeft({ answers, startedAt, now }: Visit): number | undefined {
  const chosen = Number(/^time\.(\d{1,3})$/.exec(answers.time?.[0] ?? '')?.[1]);
  // A clock that was set back must not give time away.
  const left = Math.ceil(chosen - Math.max(0, now - startedAt) / minuteMs);
  return left > 0 ? left : undefined;
}

/** How long the number stays as it is, in ms. */
export const untilNextMinute = ({ startedAt, now }: Omit<Visit, 'answers'>): number => minuteMs - (Math.max(0, now - startedAt) % minuteMs);

interface MinutesOptions {
  clock: Clock;
  session: VisitorSession;
  notes: VisitNotes;
  changeNotes: ChangeNotes;
}

/** The minutes left of the time the visitor chose, from the first time this visit was opened; undefined when there are none to tell. */
export function useMinutesLeft({ clock, session, notes, changeNotes }: MinutesOptions): number | undefined {
  const answers = useStore(session.store, (state) => state.answers);
  const [now, setNow] = useState(() => clock.now());
  const startedAt = notes.startedAt ?? now;
  const left = minutesLeft({ answers, startedAt, now });
  useEffect(() => {
    changeNotes((before) => ({ startedAt: before.startedAt ?? clock.now() }));
  }, [clock, changeNotes]);
  useEffect(() => {
    if (left === undefined) return;
    return clock.after(untilNextMinute({ startedAt, now }), () => setNow(clock.now()));
  }, [clock, left, startedAt, now]);
  return left;
}
