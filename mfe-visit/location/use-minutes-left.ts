import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';
import { pickMinutesLeft, untilNextMinute } from './minutes-left.ts';

interface MinutesOptions {
  clock: Clock;
  session: VisitorSession;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
}

/** The minutes left of the time the visitor chose, counted from the first time this visit was opened; undefined without any. */
export function useMinutesLeft({ clock, session, uiState, changeUiState }: MinutesOptions): number | undefined {
  const answers = useStore(session.store, (state) => state.answers);
  const [now, setNow] = useState(() => clock.now());
  const startedAt = uiState.startedAt ?? now;
  const left = pickMinutesLeft({ answers, startedAt, now });
  useEffect(() => {
    changeUiState((before) => ({ startedAt: before.startedAt ?? clock.now() }));
  }, [clock, changeUiState]);
  useEffect(() => {
    if (left === undefined) return;
    return clock.after(untilNextMinute({ startedAt, now }), () => setNow(clock.now()));
  }, [clock, left, startedAt, now]);
  return left;
}
