import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { isInLife, type SetProblem, validateSet } from '@enfilade/shared-contracts/remote/signed-set';
import type { SetMemory } from './set-memory.ts';
import type { SetTrust } from './set-trust.ts';

export interface SetCheckOptions {
  /** Of the page; `*` when it has none. */
  museumId: string;
  trust: SetTrust;
  memory: Pick<SetMemory, 'lastSet' | 'keepSet'>;
  /** The device's time, in ms since the epoch. */
  now(): number;
  /** The site's time; undefined when it cannot be had. */
  serverTime(): Promise<number | undefined>;
}

export interface SetCheck {
  /** What speaks against running the set on this page; `set-unverified` does not keep it from running. */
  findProblem(set: ReleaseSet): Promise<SetProblem | undefined>;
  /** The newest set of an earlier visit, verified again; undefined when there is none that may run. */
  lastGood(): Promise<ReleaseSet | undefined>;
  /** Remembers a set that had no problem. */
  accept(set: ReleaseSet): Promise<void>;
}

export function createSetCheck({ museumId, trust, memory, now, serverTime }: SetCheckOptions): SetCheck {
  /** A set whose key is no longer this site's says nothing of what is older. */
  async function known(): Promise<ReleaseSet | undefined> {
    const last = memory.lastSet(museumId);
    return last && (await trust.knows(last)) ? last : undefined;
  }

  async function findProblem(set: ReleaseSet): Promise<SetProblem | undefined> {
    const misplaced = validateSet(set, museumId, (await known())?.sequence);
    if (misplaced) return misplaced;
    const signature = await trust.verify(set);
    if (signature === 'forged') return 'set-signature';
    if (!(await isCurrent(set))) return 'set-expired';
    return signature === 'unverifiable' ? 'set-unverified' : undefined;
  }

  /** A device's clock that is wrong locks nobody out: the site's own has the last word. */
  async function isCurrent(set: ReleaseSet): Promise<boolean> {
    if (isInLife(set, now())) return true;
    const time = await serverTime();
    return time !== undefined && isInLife(set, time);
  }

  return {
    findProblem,
    async lastGood() {
      const last = await known();
      return last && (await findProblem(last)) === undefined ? last : undefined;
    },
    async accept(set) {
      // What somebody has by a grant is nothing to return to.
      if (!set.grants) memory.keepSet(museumId, set);
      await trust.accept(set);
    },
  };
}
