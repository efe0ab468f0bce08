/** Runs the effects of changes in the order they were added, also when an effect adds the next one. */
export function createEffectQueue() {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  return {
    add: (effects: readonly (() => void)[]) => void waiting.push(...effects),
    /** Runs all effects in the queue. An effect that throws stops no other; the first error is thrown in the end. */
    run(): void {
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
