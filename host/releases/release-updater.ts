import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { shouldBlock } from './blocked-versions.ts';
import type { CurrentSet } from './current-set.ts';
import { createReleaseSwap, isSameVersion, type ReleaseSwapOptions } from './release-swap.ts';
import type { RemoteErrorCode } from './remote-error.ts';

/** How long a visitor waits for another version before they see that the screen failed. */
export const otherVersionLimitMs = 1_500;
/** Between two checks; random, so that the visitors of a site are spread over it. */
export const checkIntervalMs = { least: 25_000, most: 30_000 };
/** After the first failed check, doubled by each further one; never longer than the ordinary wait. */
const firstRetryMs = 5_000;

export interface ReleaseUpdaterOptions extends ReleaseSwapOptions {
  currentSet: Pick<CurrentSet, 'getState' | 'refetch' | 'replace'>;
}

export interface ScreenFailure {
  name: string;
  /** Undefined where no set could be had. */
  version: string | undefined;
  code: RemoteErrorCode;
  /** The visitor had pressed Retry already. */
  isRetried: boolean;
}

/** Updates an open page to the museum's newest release set. */
export type ReleaseUpdater = ReturnType<typeof createReleaseUpdater>;

export function createReleaseUpdater(options: ReleaseUpdaterOptions) {
  const { currentSet, blocked, clock } = options;
  const releaseSwap = createReleaseSwap(options);
  let stopPolling = () => {};
  /** A gateway that does not get the cookie proposes the failed version again, and the page would swap without end. */
  const hasBlocked = (next: ReleaseSet) =>
    Object.entries(next.remotes).some(
      ([name, { version }]) => blocked.has(name, version) && !isSameVersion(next, currentSet.getState(), name),
    );

  /** What the next page shall not have, unless Retry helps in this one. */
  const doubted = new Set<string>();

  /** Nobody waits for the answer. */
  function doubt(name: string, version: string): false {
    currentSet.refetch().then(
      () => {
        doubted.add(`${name}@${version}`);
        blocked.add(name, version);
      },
      () => undefined,
    );
    return false;
  }

  async function replace({ name, version = '', code, isRetried }: ScreenFailure): Promise<boolean> {
    if (!version) return false;
    const decision = shouldBlock(code, isRetried);
    if (decision === 'next-page') return doubt(name, version);
    // Before the request: the gateway chooses by the cookie.
    blocked.add(name, version);
    try {
      return proposeOther(await currentSet.refetch(), name, version);
    } catch {
      if (decision === 'if-answered') blocked.remove(name, version);
      return false;
    }
  }

  function proposeOther(next: ReleaseSet | undefined, name: string, version: string): boolean {
    if (!next || hasBlocked(next) || next.remotes[name]?.version === version) return false;
    // At once where no screen is drawn; otherwise it waits like any other set.
    releaseSwap.propose(next);
    return currentSet.getState() === next;
  }

  async function check(): Promise<void> {
    const next = await currentSet.refetch();
    releaseSwap.propose(next && !hasBlocked(next) ? next : undefined);
  }

  return {
    /** Checks every half minute while the page is visible, and at once when it becomes visible or comes back online. */
    start(browser: Browser) {
      stopPolling = startPolling({ ...browser, clock, check });
    },
    /** Fetches the set; a new one is swapped in as soon as it may be. Rejects when the gateway did not answer. */
    check,
    /**
     * A version failed for this visitor. True when a set with another version of that screen is current now; never
     * rejects, and resolves within `otherVersionLimitMs`: a set that comes later is swapped in then.
     */
    replaceFailed: (failure: ScreenFailure) => withDeadline(replace(failure), { clock, limitMs: otherVersionLimitMs }).catch(() => false),
    /** It works after all. */
    onRecovered(name: string, version: string) {
      if (doubted.delete(`${name}@${version}`)) blocked.remove(name, version);
    },
    stop() {
      stopPolling();
      releaseSwap.stop();
    },
  };
}

/** What polling depends on in the browser. */
export interface Browser {
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  network: EventTarget;
  /** From 0 to 1, as Math.random. */
  random(): number;
}

export interface PollingOptions extends Browser {
  clock: Clock;
  /** Rejects when there was no answer; has a limit of its own below the shortest wait. */
  check(): Promise<void>;
}

/** One check at a time, and none while the page is hidden. The returned function stops it. */
export function startPolling({ page, network, clock, random, check }: PollingOptions): () => void {
  let cancel = () => {};
  let isChecking = false;
  let isStopped = false;
  let failures = 0;

  const isVisible = () => page.visibilityState === 'visible';
  const ordinaryMs = () => checkIntervalMs.least + random() * (checkIntervalMs.most - checkIntervalMs.least);

  function wait(delayMs: number): void {
    cancel();
    cancel = isStopped || !isVisible() ? () => {} : clock.after(delayMs, poll);
  }

  function poll(): void {
    wait(ordinaryMs());
    if (isChecking || isStopped || !isVisible()) return;
    isChecking = true;
    check()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
          wait(Math.min(firstRetryMs * 2 ** (failures - 1), ordinaryMs()));
        },
      )
      .finally(() => {
        isChecking = false;
      });
  }

  const onChange = () => (isVisible() ? poll() : cancel());
  page.addEventListener('visibilitychange', onChange);
  network.addEventListener('online', onChange);
  wait(ordinaryMs());
  return () => {
    isStopped = true;
    cancel();
    page.removeEventListener('visibilitychange', onChange);
    network.removeEventListener('online', onChange);
  };
}
