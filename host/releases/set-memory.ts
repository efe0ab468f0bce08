import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/remote/release-set';
import { z } from 'zod';

/** How long after its end a set still says which sets are older, and which keys are this site's. */
export const memoryMs = 7 * 24 * 3_600_000;

const keysSchema = z.object({ ids: z.array(z.string()).min(1).max(8), until: z.number() });
const keysKey = 'releaseKeys';
const keyOfSet = (museumId: string) => `releaseSet ${museumId}`;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
/** Looking at a blocked storage already throws. */
type StorageOwner = { readonly localStorage: Shelf };

/** What this browser knows of the site from earlier visits. Storage that is blocked or full remembers nothing. */
export interface SetMemory {
  /** The newest set that was verified here for a museum; the caller verifies it again before it is used. */
  lastSet(museumId: string): ReleaseSet | undefined;
  keepSet(museumId: string, set: ReleaseSet): void;
  /** Ids of the keys that this site's sets were verified with; empty on a first visit. */
  keyIds(): readonly string[];
  keepKeyIds(ids: readonly string[], set: ReleaseSet): void;
}

export function createSetMemory(owner: StorageOwner, now: () => number): SetMemory {
  const forgottenAt = ({ expiresAt }: ReleaseSet) => Date.parse(expiresAt) + memoryMs;
  return {
    lastSet(museumId) {
      const { data } = releaseSetSchema.safeParse(read(owner, keyOfSet(museumId)));
      return data && now() < forgottenAt(data) ? data : undefined;
    },
    keepSet: (museumId, set) => write(owner, keyOfSet(museumId), set),
    keyIds() {
      const { data } = keysSchema.safeParse(read(owner, keysKey));
      return data && now() < data.until ? data.ids : [];
    },
    keepKeyIds: (ids, set) => write(owner, keysKey, { ids, until: forgottenAt(set) }),
  };
}

function read(owner: StorageOwner, key: string): unknown {
  try {
    return JSON.parse(owner.localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

function write(owner: StorageOwner, key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    if (owner.localStorage.getItem(key) !== text) owner.localStorage.setItem(key, text);
  } catch {
    // Blocked or full: the next visit begins as the first one did.
  }
}
