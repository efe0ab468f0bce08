import type { Clock } from './clock.ts';

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor(limitMs: number) {
    super(`timeout of ${limitMs} ms exceeded`);
  }
}

/** Rejects with `DeadlineError` after `limitMs`. The work continues: give the work a signal and abort the signal in `onPassed`. */
export function withDeadline<Value>(
  work: Promise<Value>,
  { clock, limitMs, onPassed }: { clock: Clock; limitMs: number; onPassed?: () => void },
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => {
      reject(new DeadlineError(limitMs));
      onPassed?.();
    });
    work.then(resolve, reject).finally(cancel);
  });
}
