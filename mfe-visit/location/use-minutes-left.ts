import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import { minutesLeft, untilNextMinute } from './minutes-left.ts';
import type { VisitNotes } from '../ui-state/visit-ui-state.ts';
import type { ChangeNotes } from '../ui-state/use-visit-ui-state.ts';

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
