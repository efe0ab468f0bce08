import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { type BackgroundLoadOptions, createBackgroundLoad } from './background-load.ts';
import { decideTaking } from './decide-taking.ts';
import type { RemoteLoader } from './load-remote.ts';
import type { ReleaseSetInForce } from './read-release-set.ts';

/** How soon a set that waits is looked at again, where nothing tells that it may be taken. */
export const lookAgainMs = 1_000;

/** The screen as the page shows it. */
export interface Frame {
  /** Undefined while none is drawn. */
  drawn(): { name: RemoteName; isBusy: boolean } | undefined;
  isTyping(): boolean;
  /** Does what exchanges the screen, in one piece, and keeps for the visitor what can be kept. */
  exchange(change: () => void): void;
}

export interface TakingOptions extends BackgroundLoadOptions {
  set: Pick<ReleaseSetInForce, 'now' | 'replace'>;
  loader: Pick<RemoteLoader, 'has' | 'prepare' | 'settle'>;
  conversation: Pick<Conversation, 'store'>;
  frame: Frame;
  /** Told when another set is in force. */
  tell(sequence: number): void;
}

export interface Taking {
  /** A verified set the page should run, as soon as it may; undefined takes back what waits. */
  offer(next: ReleaseSet | undefined): void;
  end(): void;
}

export const isSameVersion = (one: ReleaseSet | undefined, other: ReleaseSet | undefined, name: string): boolean =>
  one?.remotes[name]?.version === other?.remotes[name]?.version;

/** Takes new sets between conversations; see `decideTaking`. */
export function createTaking(options: TakingOptions): Taking {
  const { set, loader, conversation, clock, frame, language, tell } = options;
  const background = createBackgroundLoad(options);
  let waiting: ReleaseSet | undefined;
  let isLoading = false;
  let cancel = () => {};

  function decide(): void {
    cancel();
    if (!waiting || isLoading) return;
    const next = waiting;
    const drawn = frame.drawn();
    const isHere = !drawn || isSameVersion(next, set.now(), drawn.name) || loader.has(next, drawn.name, language());
    const rest = { isDrawn: drawn !== undefined, isBusy: drawn?.isBusy ?? false, isTyping: frame.isTyping(), isHere };
    const taking = decideTaking({ ...conversation.store.getState(), ...rest });
    if (taking === 'wait') cancel = clock.after(lookAgainMs, decide);
    else if (taking === 'load' && drawn) void load(next, drawn.name);
    else take(next, drawn?.name);
  }

  async function load(next: ReleaseSet, name: RemoteName): Promise<void> {
    isLoading = true;
    const isThere = await background.load(next, name);
    isLoading = false;
    // What is drawn stays; the next answer of the gateway begins anew.
    if (!isThere && waiting === next) waiting = undefined;
    decide();
  }

  function take(next: ReleaseSet, drawn: RemoteName | undefined): void {
    const change = () => {
      waiting = undefined;
      set.replace(next);
      loader.settle();
      tell(next.sequence);
    };
    if (drawn && !isSameVersion(next, set.now(), drawn)) frame.exchange(change);
    else change();
    background.confirm(next);
  }

  const unwatch = conversation.store.subscribe((now, before) => {
    if (!waiting || now.phase === before.phase) return;
    // A screen that is left ends its conversation in the middle of React's own work, where nothing can be exchanged.
    if (frame.drawn()) queueMicrotask(decide);
    else decide();
  });

  return {
    offer(next) {
      waiting = next;
      decide();
    },
    end() {
      waiting = undefined;
      cancel();
      unwatch();
    },
  };
}
