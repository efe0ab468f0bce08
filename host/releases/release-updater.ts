import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionsFault } from './blocked-versions.ts';
import type { CurrentSet } from './current-set.ts';
import { createReleaseSwap, isSameVersion, type ReleaseSwapOptions } from './release-swap.ts';
import type { RemoteErrorCode } from './remote-error.ts';

/** After this time the failure view is shown. */
export const otherVersionLimitMs = 1_500;
/** Random, so that the requests of a site's visitors spread. */
export const checkIntervalMs = { least: 25_000, most: 30_000 };

export interface ReleaseUpdaterOptions extends ReleaseSwapOptions {
  currentSet: Pick<CurrentSet, 'getState' | 'refetch' | 'replace'>;
}

export interface ScreenFailure {
  name: string;
  /** Undefined if no set could be loaded. */
  version: string | undefined;
  code: RemoteErrorCode;
}

export type ReleaseUpdater = ReturnType<typeof createReleaseUpdater>;

export function createReleaseUpdater(options: ReleaseUpdaterOptions) {
  const { currentSet, blocked, clock } = options;
  const releaseSwap = createReleaseSwap(options);
  /** If cookies are blocked, the gateway proposes the failed version again, and the page would swap without end. */
  const hasBlocked = (next: ReleaseSet) =>
    Object.entries(next.remotes).some(
      ([name, { version }]) => blocked.has(name, version) && !isSameVersion(next, currentSet.getState(), name),
    );

  async function replace({ name, version, code }: ScreenFailure): Promise<boolean> {
    if (version === undefined) return false;
    // Added first, because the gateway reads the cookie.
    blocked.add(name, version);
    const next = await currentSet.refetch().catch(() => undefined);
    const other = next?.remotes[name]?.version === version ? undefined : next;
    if (!other && !isVersionsFault(code)) blocked.remove(name, version);
    if (!other || hasBlocked(other)) return false;
    releaseSwap.propose(other);
    return currentSet.getState() === other;
  }

  async function check(): Promise<void> {
    const next = await currentSet.refetch();
    releaseSwap.propose(next && !hasBlocked(next) ? next : undefined);
  }

  return {
    /** Rejects if the gateway does not respond. */
    check,
    /** True if another version is current now. Never rejects, and resolves within the limit; a later set is swapped in later. */
    replaceFailed: (failure: ScreenFailure) => withDeadline(replace(failure), { clock, limitMs: otherVersionLimitMs }).catch(() => false),
  };
}

export interface PollingOptions {
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  network: EventTarget;
  clock: Clock;
  random(): number;
  /** Rejects if the gateway does not respond. Its timeout is shorter than the shortest interval. */
  check(): Promise<void>;
}

/** Also checks when the page becomes visible or online. One check runs at a time. */
export function startPolling({ page, network, clock, random, check }: PollingOptions): void {
  let cancel = () => {};
  let isChecking = false;
  const isVisible = () => page.visibilityState === 'visible';

  function wait(): void {
    cancel();
    const { least, most } = checkIntervalMs;
    cancel = isVisible() ? clock.after(least + random() * (most - least), poll) : () => {};
  }

  function poll(): void {
    wait();
    if (isChecking || !isVisible()) return;
    isChecking = true;
    const onEnd = () => {
      isChecking = false;
    };
    check().then(onEnd, onEnd);
  }

  page.addEventListener('visibilitychange', poll);
  network.addEventListener('online', poll);
  wait();
}
