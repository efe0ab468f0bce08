import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { type BlockedVersions, isVersionsFault } from './blocked-versions.ts';
import type { CurrentSet } from './current-set.ts';
import type { PageFrame } from './page-frame.ts';
import { type ScreenReport, toRemoteError } from './remote-error.ts';
import type { ScreenLoader } from './screen-loader.ts';

/** Applies if no event allows the swap. */
export const recheckMs = 1_000;

export interface ReleaseSwapOptions {
  currentSet: Pick<CurrentSet, 'getState' | 'replace'>;
  loader: Pick<ScreenLoader, 'peek' | 'prepare' | 'reloadFor'>;
  conversation: { readonly store: ReadableStore<ConversationPhase> };
  frame: PageFrame;
  blocked: BlockedVersions;
  clock: Clock;
  report(report: ScreenReport): void;
}

type ConversationPhase = Pick<ConversationState, 'phase' | 'transport'>;

export const isSameVersion = (a: ReleaseSet | undefined, b: ReleaseSet | undefined, name: string): boolean =>
  a?.remotes[name]?.version === b?.remotes[name]?.version;

/** Swaps between conversations (see `decideSwap`). A page that must not run the new set is reloaded. */
export function createReleaseSwap(options: ReleaseSwapOptions) {
  const { currentSet, loader, conversation, frame, clock } = options;
  const background = createBackgroundLoad(options);
  let proposed: ReleaseSet | undefined;
  let isLoading = false;
  let cancel = () => {};

  function decide(): void {
    cancel();
    if (!proposed || isLoading) return;
    const next = proposed;
    const screen = frame.screen();
    const isLoaded = !screen || isReady(next, screen.name);
    const { phase, transport } = conversation.store.getState();
    const isBusy = screen?.isBusy ?? false;
    const decision = decideSwap({ phase, transport, isDrawn: screen !== undefined, isBusy, isTyping: frame.isTyping(), isLoaded });
    if (decision === 'wait') cancel = clock.after(recheckMs, decide);
    else if (decision === 'load' && screen) void load(next, screen.name);
    else swap(next, screen?.name);
  }

  function isReady(next: ReleaseSet, name: string): boolean {
    // The page leaves a removed screen for another screen, which is loaded then.
    const isReplaced = next.remotes[name] && !isSameVersion(next, currentSet.getState(), name);
    return !isReplaced || loader.peek(name, next) !== undefined || loader.reloadFor(next) !== undefined;
  }

  async function load(next: ReleaseSet, name: string): Promise<void> {
    isLoading = true;
    const isLoaded = await background.load(next, name);
    isLoading = false;
    // The gateway's next response proposes the set again.
    if (!isLoaded && proposed === next) proposed = undefined;
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
    if (drawn && !isSameVersion(next, currentSet.getState(), drawn)) frame.swap(replace);
    else replace();
    background.confirm(next);
  }

  conversation.store.subscribe((state, before) => {
    if (!proposed || state.phase === before.phase) return;
    // A screen that is left ends its conversation while React renders, when nothing can be swapped.
    if (frame.screen()) queueMicrotask(decide);
    else decide();
  });

  return {
    /** Undefined withdraws the waiting set. */
    propose(next: ReleaseSet | undefined) {
      proposed = next;
      decide();
    },
  };
}

/** Leaves the drawn version untouched. */
function createBackgroundLoad({ loader, blocked, clock, report }: Pick<ReleaseSwapOptions, 'loader' | 'blocked' | 'clock' | 'report'>) {
  const failed = new Set<string>();
  let loaded: ScreenReport | undefined;
  return {
    /** Reports a failure once, however often the load is retried. */
    async load(set: ReleaseSet, name: string): Promise<boolean> {
      const version = set.remotes[name]?.version ?? 'none';
      const release = `${name}@${version}`;
      const startMs = clock.now();
      try {
        await loader.prepare(name, set, { isRetry: failed.has(release) });
        loaded = { remote: name, version, kind: 'loaded', milliseconds: Math.round(clock.now() - startMs) };
        return true;
      } catch (cause) {
        const { code } = toRemoteError(cause);
        if (isVersionsFault(code)) blocked.add(name, version);
        if (!failed.has(release)) report({ remote: name, version, kind: 'failed', code });
        failed.add(release);
        return false;
      }
    },
    confirm({ remotes }: ReleaseSet): void {
      if (loaded && remotes[loaded.remote]?.version === loaded.version) report(loaded);
      loaded = undefined;
    },
  };
}

export interface SwapConditions extends ConversationPhase {
  /** False while a screen loads or after it failed. */
  isDrawn: boolean;
  /** True if the swap would lose a recording or stop reading aloud. */
  isBusy: boolean;
  isTyping: boolean;
  /** Refers to the new set's version of the drawn screen. */
  isLoaded: boolean;
}

export type SwapDecision = 'wait' | 'load' | 'swap';

/** If no screen is drawn, a swap loses nothing, so the next screen is loaded from the new set. */
export function decideSwap(conditions: SwapConditions): SwapDecision {
  if (!conditions.isDrawn) return 'swap';
  if (isInConversation(conditions) || conditions.isBusy || conditions.isTyping) return 'wait';
  return conditions.isLoaded ? 'swap' : 'load';
}

/** A call is a conversation from start to end. In text, the time between an answer and the next question is free. */
function isInConversation({ phase, transport }: ConversationPhase): boolean {
  if (phase === 'off' || phase === 'failed') return false;
  return transport === 'voice' || phase !== 'ready';
}
