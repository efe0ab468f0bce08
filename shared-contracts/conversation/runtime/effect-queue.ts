/** Runs what a change brings about, in the order it was decided, also when one effect decides the next. */
export interface EffectQueue {
  add(effects: readonly (() => void)[]): void;
  /** Runs all that is waiting. An effect that throws stops no other; the first error is thrown in the end. */
  run(): void;
}

export function createEffectQueue(): EffectQueue {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  return {
    add: (effects) => void waiting.push(...effects),
    run() {
      if (isRunning) return;
      isRunning = true;
      const errors: unknown[] = [];
      for (let effect = waiting.shift(); effect; effect = waiting.shift()) {
        try {
          effect();
        } catch (error) {
          errors.push(error);
        }
      }
      isRunning = false;
      if (errors.length > 0) throw errors[0];
    },
  };
}
