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
      for (const alarm of alarms.filter(({ at }) => at <= now)) {
        // An alarm of this pass may cancel a later alarm.
        if (!alarms.includes(alarm)) continue;
        alarms = alarms.filter((other) => other !== alarm);
        alarm.call();
      }
    },
    waiting: () => alarms.length,
  };
}
