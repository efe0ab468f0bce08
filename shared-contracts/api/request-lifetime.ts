import type { Clock } from '../kit/clock.ts';
import { ApiError } from './api-error.ts';

export type RequestLifetime = ReturnType<typeof startRequestLifetime>;

/** Combines a call's time limit with its caller's signal, because older phones lack AbortSignal.any. Whoever starts a lifetime ends it. */
export function startRequestLifetime(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let stopClock = () => {};
  let giveUp: (error: ApiError) => void = () => {};
  // A race in addition to the signal: a fetch that ignores its signal must not block the caller forever.
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
    signal: controller.signal,
    within(limitMs: number) {
      stopClock();
      if (controller.signal.aborted) return;
      stopClock = clock.after(limitMs, () => fail(new ApiError('timeout', `timeout of ${limitMs} ms exceeded`)));
    },
    /** @throws ApiError: 'timeout', 'aborted', or the result of `otherwise` for any other error of `work` */
    async wait<Value>(work: Promise<Value>, otherwise: (cause: unknown) => ApiError): Promise<Value> {
      try {
        return await Promise.race([givenUp, work]);
      } catch (cause) {
        throw cause instanceof ApiError ? cause : otherwise(cause);
      }
    },
    end,
  };
}
