import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { type BlockedVersions, isVersionsFault } from './blocked-versions.ts';
import type { CurrentSet } from './current-set.ts';
import type { PageFrame } from './page-frame.ts';
import { type RemoteErrorCode, type ScreenReport, toRemoteError } from './remote-error.ts';
import type { ScreenLoader } from './screen-loader.ts';

/** Applies if no event allows the swap. */
export const recheckMs = 1_000;
/** After this time the failure view is shown. */
export const otherVersionLimitMs = 1_500;
/** Random, so that the requests of a site's visitors spread. */
export const checkIntervalMs = { least: 25_000, most: 30_000 };

type ConversationPhase = Pick<ConversationState, 'phase' | 'transport'>;

export interface ReleaseUpdaterOptions {
  currentSet: Pick<CurrentSet, 'getState' | 'refetch' | 'replace'>;
  loader: Pick<ScreenLoader, 'peek' | 'prepare' | 'reloadFor'>;
  conversation: { readonly store: ReadableStore<ConversationPhase> };
  frame: PageFrame;
  blocked: BlockedVersions;
  clock: Clock;
  report(report: ScreenReport): void;
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
  const isReplaced = (name: string, next: ReleaseSet) => next.remotes[name]?.version !== currentSet.getState()?.remotes[name]?.version;
  const propose = createReleaseSwap({ ...options, isReplaced });
  /** If cookies are blocked, the gateway proposes the failed version again, and the page would swap without end. */
  const hasBlocked = (next: ReleaseSet) =>
    Object.entries(next.remotes).some(([name, { version }]) => blocked.has(name, version) && isReplaced(name, next));

  async function replace({ name, version, code }: ScreenFailure): Promise<boolean> {
    if (version === undefined) return false;
    // Added first, because the gateway reads the cookie.
    blocked.add(name, version);
    const next = await currentSet.refetch().catch(() => undefined);
    const other = next?.remotes[name]?.version === version ? undefined : next;
    if (!other && !isVersionsFault(code)) blocked.remove(name, version);
    if (!other || hasBlocked(other)) return false;
    propose(other);
    return currentSet.getState() === other;
  }

  return {
    /** Rejects if the gateway does not respond. */
    async check(): Promise<void> {
      const next = await currentSet.refetch();
      propose(next && !hasBlocked(next) ? next : undefined);
    },
    /** True if another version is current now. Never rejects, and resolves within the limit; a later set is swapped in later. */
    replaceFailed: (failure: ScreenFailure) => withDeadline(replace(failure), { clock, limitMs: otherVersionLimitMs }).catch(() => false),
  };
}

interface ReleaseSwapOptions extends ReleaseUpdaterOptions {
  isReplaced(name: string, next: ReleaseSet): boolean;
}

/**
 * Loads and swaps between conversations. A page that must not run the new set is reloaded.
 * @returns a function that proposes a set; undefined withdraws the waiting set
 */
function createReleaseSwap({ currentSet, loader, conversation, frame, blocked, clock, report, isReplaced }: ReleaseSwapOptions) {
  let proposed: ReleaseSet | undefined;
  let isLoading = false;
  let cancel = () => {};
  /** Their failure is reported once, however often the load is retried. */
  const failed = new Set<string>();
  let loaded: ScreenReport | undefined;

  /** Undefined if the rendered screen stays or is removed: the page leaves a removed screen for another screen, which is loaded then. */
  function missingVersion(name: string, next: ReleaseSet): string | undefined {
    const version = isReplaced(name, next) ? next.remotes[name]?.version : undefined;
    return loader.peek(name, next) || loader.reloadFor(next) ? undefined : version;
  }

  function decide(): void {
    cancel();
    if (!proposed || isLoading) return;
    const next = proposed;
    // If no screen is rendered, a swap loses nothing, so the next screen is loaded from the new set.
    const screen = frame.screen();
    const missing = screen && missingVersion(screen.name, next);
    if (screen && (screen.isBusy || isInConversation(conversation.store.getState()))) cancel = clock.after(recheckMs, decide);
    else if (screen && missing) void load(next, screen.name, missing);
    else swap(next, screen?.name);
  }

  /** Leaves the rendered version untouched. */
  async function load(next: ReleaseSet, name: string, version: string): Promise<void> {
    isLoading = true;
    const release = `${name}@${version}`;
    const startMs = clock.now();
    try {
      await loader.prepare(name, next, { isRetry: failed.has(release) });
      loaded = { remote: name, version, kind: 'loaded', milliseconds: Math.round(clock.now() - startMs) };
    } catch (cause) {
      const { code } = toRemoteError(cause);
      if (isVersionsFault(code)) blocked.add(name, version);
      if (!failed.has(release)) report({ remote: name, version, kind: 'failed', code });
      failed.add(release);
      // The gateway's next response proposes the set again.
      if (proposed === next) proposed = undefined;
    }
    isLoading = false;
    decide();
  }

  function swap(next: ReleaseSet, drawn: string | undefined): void {
    const reload = loader.reloadFor(next);
    if (reload) {
      reload();
      return;
    }
    const replace = () => {
      proposed = undefined;
      currentSet.replace(next);
    };
    if (drawn && isReplaced(drawn, next)) frame.swap(replace);
    else replace();
    if (loaded && next.remotes[loaded.remote]?.version === loaded.version) report(loaded);
    loaded = undefined;
  }

  conversation.store.subscribe((state, before) => {
    if (!proposed || state.phase === before.phase) return;
    // A screen that is left ends its conversation while React renders, when nothing can be swapped.
    if (frame.screen()) queueMicrotask(decide);
    else decide();
  });

  return (next: ReleaseSet | undefined): void => {
    proposed = next;
    decide();
  };
}

/** A call is a conversation from start to end. In text, the time between an answer and the next question is free. */
function isInConversation({ phase, transport }: ConversationPhase): boolean {
  if (phase === 'off' || phase === 'failed') return false;
  return transport === 'voice' || phase !== 'ready';
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
