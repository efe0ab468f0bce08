import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { decideAvoiding } from './decide-avoiding.ts';
import type { ReleaseSetInForce } from './read-release-set.ts';
import type { RemoteErrorCode } from './remote-error.ts';
import { createTaking, isSameVersion, type TakingOptions } from './taking.ts';

/** How long a visitor waits for another version before they are told that the screen is not there. */
export const otherVersionLimitMs = 1_500;

export interface FollowingOptions extends TakingOptions {
  set: Pick<ReleaseSetInForce, 'now' | 'askAnew' | 'replace'>;
}

/** What failed, and how. */
export interface Failed {
  name: RemoteName;
  /** Undefined where no set could be had. */
  version: string | undefined;
  code: RemoteErrorCode;
  /** The visitor had pressed Retry already. */
  isRetried: boolean;
}

/** Keeps an open page on the museum's release set. */
export interface Following {
  /** Asks the gateway; what is new is taken as soon as it may be. Rejects when the gateway did not answer. */
  look(): Promise<void>;
  /**
   * A version failed for this visitor. True when a set with another version of that screen is in force now; never
   * rejects, and takes no longer than `otherVersionLimitMs`: a set that comes later is taken then.
   */
  replaceFailed(failed: Failed): Promise<boolean>;
  end(): void;
}

export function createFollowing(options: FollowingOptions): Following {
  const { set, avoided, clock } = options;
  const taking = createTaking(options);
  /** A gateway that cannot know what failed here offers it again; taking it would go round in circles. */
  const isAvoided = (next: ReleaseSet) =>
    Object.entries(next.remotes).some(([name, { version }]) => avoided.has(name, version) && !isSameVersion(next, set.now(), name));

  async function findOther({ name, version, code, isRetried }: Failed): Promise<boolean> {
    const avoiding = decideAvoiding(code, isRetried);
    if (!version || avoiding === 'never') return false;
    // First the cookie: the answer is chosen by it.
    avoided.add(name, version);
    try {
      const next = await set.askAnew();
      if (!next || isAvoided(next) || next.remotes[name]?.version === version) return false;
      // Nothing is drawn in its place; where something is by now, it is followed as any other set.
      taking.offer(next);
      return set.now() === next;
    } catch {
      if (avoiding === 'if-answered') avoided.remove(name, version);
      return false;
    }
  }

  return {
    async look() {
      const next = await set.askAnew();
      taking.offer(next && !isAvoided(next) ? next : undefined);
    },
    replaceFailed: (failed) => within(clock, findOther(failed)),
    end: taking.end,
  };
}

function within(clock: Clock, finding: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(otherVersionLimitMs, () => resolve(false));
    void finding.then((isFound) => {
      cancel();
      resolve(isFound);
    });
  });
}
