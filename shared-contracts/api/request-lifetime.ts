import type { Clock } from '../kit/clock.ts';
import { ApiError } from './api-error.ts';

export type RequestLifetime = ReturnType<typeof startRequestLifetime>;

/**
 * A call's time limit and its caller's signal in one. Anybody who starts an errand ends it. Not AbortSignal.any, which older phones lack.
 */
export function startRequestLifetime(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let stopClock = () => {};
  let giveUp: (error: ApiError) => void = () => {};
  // Raced, not left to the signal: a fetch that ignores its signal must not hold the caller for ever.
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => undefined);

  const end = () => {
    stopClock();
    caller?.removeEventListener('abort', leave);
    controller.abort();
  };
  const fail = (error: ApiError) => {
    giveUp(error);
    end();
  };
  const leave = () => fail(new ApiError('aborted', 'Request aborted', { cause: caller?.reason }));

  if (caller?.aborted) leave();
  else caller?.addEventListener('abort', leave);
  return {
    /** Aborts when the limit passes, when the caller leaves, and at the end. */
    signal: controller.signal,
    /** Starts a new limit from now on, in place of the one before. */
    within(limitMs: number) {
      stopClock();
      if (controller.signal.aborted) return;
      stopClock = clock.after(limitMs, () => fail(new ApiError('timeout', `timeout of ${limitMs} ms exceeded`)));
    },
    /**
     * What `work` resolves with, unless limit or caller end the errand first. Rejects with ApiError: 'timeout', 'aborted', or the result of
     * `otherwise` for any other error.
     */
    async wait<Value>(work: Promise<Value>, otherwise: (cause: unknown) => ApiError): Promise<Value> {
      try {
        return await Promise.race([givenUp, work]);
      } catch (cause) {
        throw cause instanceof ApiError ? cause : otherwise(cause);
      }
    },
    /** Stops the clock, lets go of the caller's signal and closes a connection that is still open. */
    end,
  };
}
