import { createStore } from '@enfilade/shared-contracts/kit/store';
import { type RemoteError, toRemoteError } from '../releases/remote-error.ts';
import type { LoadedScreen } from '../releases/screen-loader.ts';
import type { HostServices } from './host-services.ts';

export type ScreenState =
  | { kind: 'waiting' }
  /** `attempt` counts the presses of Retry for this version. */
  | { kind: 'ready'; screen: LoadedScreen; attempt: number }
  | { kind: 'failed'; error: RemoteError };

/** A screen that is shown again is not reported again. */
const reported = new WeakSet<LoadedScreen>();

/** Measures from the request until the screen is usable, in the browser's timeline. */
export const shownMeasure = 'screen-shown';

export const describeFailure = ({ stage, cause }: RemoteError) => ({
  kind: stage === 'render' ? ('render-error' as const) : ('failed' as const),
  stage,
  cause,
});

/** Replaces the component after a failure, or when another version is current. */
export function createShownScreen(name: string, services: HostServices) {
  const { loader, currentSet, updater, startFlags, bus, report } = services;
  let attempt = 0;
  const { getState, subscribe, set } = createStore<ScreenState>({ kind: 'waiting' });
  /** Rendered, loading or failed; undefined if no set is known. */
  let version: string | undefined;
  let askedMs = 0;
  let measured: string | undefined;
  let hasRun = () => {};
  /** Only the result of this load counts. */
  let running: object | undefined;
  const currentVersion = () => currentSet.getState()?.remotes[name]?.version;

  function crash(error: RemoteError): void {
    hasRun();
    set({ kind: 'waiting' });
    void fail(error, version);
  }

  async function load(): Promise<void> {
    const thisLoad = {};
    running = thisLoad;
    const startMs = services.clock.now();
    const outcome = await loader.load(name, { isRetry: attempt > 0 }).then(
      (screen) => ({ screen }),
      (cause: unknown) => ({ error: toRemoteError(cause) }),
    );
    if (running !== thisLoad) return;
    running = undefined;
    if ('error' in outcome) return fail(outcome.error, currentVersion());
    const { screen } = outcome;
    show(screen);
    report({ remote: name, version: screen.version, kind: 'loaded', milliseconds: Math.round(services.clock.now() - startMs) });
  }

  function show(screen: LoadedScreen): void {
    version = screen.version;
    reported.add(screen);
    hasRun();
    hasRun = startFlags.start(name, screen.version);
    set({ kind: 'ready', screen, attempt });
  }

  /** The failure view is shown only if no other version can be shown. */
  async function fail(error: RemoteError, failed: string | undefined): Promise<void> {
    version = failed;
    const event = { remote: name, version: failed ?? 'none', code: error.code };
    bus.emit('screen-failed', event);
    report({ ...event, ...describeFailure(error) });
    const isReplaced = await updater.replaceFailed({ name, version: failed, code: error.code });
    if (!isReplaced && version === failed) set({ kind: 'failed', error });
  }

  function onCurrentSet(): void {
    const next = currentVersion();
    // The museum has removed the screen, and the router redirects its visitors.
    if (next === version || next === undefined) return;
    const isFirst = version === undefined && running;
    version = next;
    // The running load waits for the first set anyway.
    if (isFirst) return;
    attempt = 0;
    running = undefined;
    const present = loader.peek(name);
    if (!present) set({ kind: 'waiting' });
    if (present) show(present);
    else void load();
  }

  return {
    getState,
    subscribe,
    /** @returns a function that closes the screen */
    open() {
      const unsubscribe = currentSet.subscribe(onCurrentSet);
      // The request for the page began with the page.
      askedMs = performance.getEntriesByName(shownMeasure).length > 0 ? performance.now() : 0;
      const early = loader.peek(name);
      // The page began this load before the first rendering.
      if (early && !reported.has(early)) report({ remote: name, version: early.version, kind: 'loaded' });
      if (early) show(early);
      else void load();
      return () => {
        unsubscribe();
        hasRun();
        running = undefined;
      };
    },
    retry() {
      attempt += 1;
      void load();
    },
    /** Call when the component, or its waiting view, is in the page. */
    onDrawn() {
      hasRun();
      const start = measured === undefined ? askedMs : performance.now();
      if (version !== measured) performance.measure(shownMeasure, { start, detail: { remote: name, version } });
      measured = version;
    },
    /** Call when the component threw, or rendered nothing visible in time. */
    onCrash: crash,
  };
}
