import type { DailyCall, DailyCallOptions, DailyMeetingState } from '@daily-co/daily-js';
import { DailyRefusal, request } from './daily-refusal.ts';

export type DailyState = 'new' | 'loading' | 'joining' | 'joined' | 'left' | 'error';

const states: Readonly<Record<DailyMeetingState, DailyState>> = {
  new: 'new',
  loading: 'loading',
  loaded: 'loading',
  'joining-meeting': 'joining',
  'joined-meeting': 'joined',
  'left-meeting': 'left',
  error: 'error',
};

export const readDailyState = (call: Pick<DailyCall, 'meetingState'>): DailyState => states[call.meetingState()];

/** `loaded` is not among them: a call that was loaded beforehand is there to be joined. */
const busyStates: ReadonlySet<DailyMeetingState> = new Set(['loading', 'joining-meeting', 'joined-meeting']);

/**
 * Joins once. A second join would cancel a first that is loading, and leave its promise open for ever; one that is
 * joining or joined it would answer with a warning and nothing else, after taking over the new options.
 * @throws DailyRefusal when already on the way, when left on the way, or with daily-js's words
 */
export function joinDailyCall(call: DailyCall, options: DailyCallOptions): ReturnType<DailyCall['join']> {
  if (busyStates.has(call.meetingState())) {
    return Promise.reject(new DailyRefusal(`Joining: the call is already ${readDailyState(call)}; leave it first`));
  }
  return request('Joining', () => joinUnlessLeft(call, options));
}

/** Leaving cancels a load, and daily-js forgets the promise of the join that waited for it. */
function joinUnlessLeft(call: DailyCall, options: DailyCallOptions): ReturnType<DailyCall['join']> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new DailyRefusal('Joining: the call was left before it was joined'));
    call.once('left-meeting', cancel);
    call
      .join(options)
      .finally(() => call.off('left-meeting', cancel))
      .then(resolve, reject);
  });
}
