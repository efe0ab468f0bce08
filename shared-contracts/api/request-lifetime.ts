import type { Clock } from '../kit/clock.ts';
import { ApiError } from './api-error.ts';

export type RequestLifetime = ReturnType<typeof startRequestLifetime>;

/**
 * Combines a call's time limit with its caller's signal. Whoever starts a lifetime ends it. Older phones lack AbortSignal.any.
 */
export function startRequestLifetime(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let stopClock = () => {};
  let giveUp: (error: ApiError) => void = () => {};
  // A race as well as the signal: a fetch that ignores its signal must not block the caller forever.
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
    /** Aborts at the limit, when the caller aborts, and at the end. */
    signal: controller.signal,
    /** Replaces the limit by a new one that starts now. */
    within(limitMs: number) {
      stopClock();
      if (controller.signal.aborted) return;
      stopClock = clock.after(limitMs, () => fail(new ApiError('timeout', `timeout of ${limitMs} ms exceeded`)));
    },
    /**
     * Resolves with the result of `work`, unless limit or caller end the request first. Rejects with ApiError: 'timeout', 'aborted', or the result of
     * `otherwise` for any other error.
     */
    async wait<Value>(work: Promise<Value>, otherwise: (cause: unknown) => ApiError): Promise<Value> {
      try {
        return await Promise.race([givenUp, work]);
      } catch (cause) {
        throw cause instanceof ApiError ? cause : otherwise(cause);
      }
    },
    /** Stops the timer, removes the listener from the caller's signal and closes an open connection. */
    end,
  };
}
