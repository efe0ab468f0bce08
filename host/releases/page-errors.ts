import type { ErrorStage, Frame } from '@enfilade/shared-contracts/api/request-schemas';
import type { ErrorReporter, ThrownAt } from './error-frames.ts';

/** Endless errors must not cause endless requests for the chunk. */
const mostFailures = 20;
let failures = 0;
const loadReading = () => import(/* webpackChunkName: "seldom" */ './error-frames.ts');

/** Empty if the frames cannot be read. */
export const framesOf = (cause: unknown, load = loadReading): Promise<Frame[]> =>
  load()
    .then(({ readFrames }) => readFrames(cause))
    .catch(() => []);

export function watchErrors(window: Window, reporter: ErrorReporter, load = loadReading): void {
  const handle = (error: unknown, stage: ErrorStage, thrownAt?: ThrownAt) =>
    failures < mostFailures &&
    load()
      .then(({ reportUncaught }) => reportUncaught(reporter, error, stage, thrownAt))
      // If the network is down, the report could not be sent either. The next error retries.
      .catch(() => (failures += 1));
  window.addEventListener('error', (event) => {
    // `currentScript` is set only while a script is loaded.
    void handle(event.error, window.document.currentScript ? 'load' : 'handler', event);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => void handle(reason, 'rejection'));
}
