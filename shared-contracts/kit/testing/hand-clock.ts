import type { Clock } from '../clock.ts';

export function createHandClock(): Clock & { pass(milliseconds: number): void; waiting(): number } {
  let now = 0;
  let alarms: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, call) {
      const alarm = { at: now + delayMs, call };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    pass(milliseconds) {
      now += milliseconds;
      const due = alarms.filter((alarm) => alarm.at <= now);
      alarms = alarms.filter((alarm) => alarm.at > now);
      for (const alarm of due) alarm.call();
    },
    waiting: () => alarms.length,
  };
}
