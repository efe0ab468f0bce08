import type { ErrorStage, Frame } from '@enfilade/shared-contracts/api/request-schemas';
import type { ErrorReporter, ThrownAt } from './error-frames.ts';

/** Limit of attempts to load the chunk in one page, so that endless errors do not cause endless requests. */
const mostFailures = 20;
let failures = 0;
const loadReading = () => import(/* webpackChunkName: "seldom" */ './error-frames.ts');

/** Empty if the frames cannot be read. */
export const framesOf = (cause: unknown, load = loadReading): Promise<Frame[]> =>
  load()
    .then(({ readFrames }) => readFrames(cause))
    .catch(() => []);

/** Reports what is thrown outside of any frame: in listeners, in timers, by promises nobody handled. */
export function watchErrors(window: Window, reporter: ErrorReporter, load = loadReading): void {
  const handle = (error: unknown, stage: ErrorStage, thrownAt?: ThrownAt) =>
    failures < mostFailures &&
    load()
      .then(({ reportUncaught }) => reportUncaught(reporter, error, stage, thrownAt))
      // Without a network the report could not reach the gateway; the next error tries again.
      .catch(() => (failures += 1));
  window.addEventListener('error', (event) => {
    // A script that is running is one that is being loaded.
    void handle(event.error, window.document.currentScript ? 'load' : 'handler', event);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => void handle(reason, 'rejection'));
}
