/** Minutes are counted from midnight. */
export const events = [
  { id: 'ferry', starts: 11 * 60, ends: 11 * 60 + 45, exhibition: '6610a1b2c3d4e5f602000015' },
  { id: 'madder', starts: 14 * 60, ends: 15 * 60 + 30, exhibition: '6610a1b2c3d4e5f602000016' },
  { id: 'names', starts: 16 * 60 + 30, ends: 17 * 60, exhibition: '6610a1b2c3d4e5f602000016' },
] as const;
export type HouseEvent = (typeof events)[number];

/** Minutes are counted down from one hour before the start. */
export type Phase = { is: 'later' | 'now' | 'over' } | { is: 'soon'; minutes: number };

const countdownMinutes = 60;

export function phaseOf({ starts, ends }: Pick<HouseEvent, 'starts' | 'ends'>, now: Date): Phase {
  const minute = now.getHours() * 60 + now.getMinutes();
  if (minute >= ends) return { is: 'over' };
  if (minute >= starts) return { is: 'now' };
  const minutes = starts - minute;
  return minutes <= countdownMinutes ? { is: 'soon', minutes } : { is: 'later' };
}

export function timeOf(minute: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), 0, minute);
}
