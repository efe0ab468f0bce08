import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { isSigned, readSetKeys, type SetKey, setKeyId } from '@enfilade/shared-contracts/remote/signed-set';
import type { SetMemory } from './set-memory.ts';

export interface SetTrustOptions {
  /** Keys of the host's build; when there are any, no other counts. */
  builtIn: readonly string[];
  /** Keys the page carries. */
  inPage: readonly string[];
  memory: Pick<SetMemory, 'keyIds' | 'keepKeyIds'>;
  /** Absent where browsers have none: on plain http beyond this machine. */
  subtle: SubtleCrypto | undefined;
  location: Pick<Location, 'protocol' | 'hostname'>;
}

/** Whose sets this page takes. */
export interface SetTrust {
  /** `unverifiable`: this page is one of plain http, has no means to verify, and anybody on its way could have changed it. */
  verify(set: ReleaseSet): Promise<'signed' | 'forged' | 'unverifiable'>;
  /** Whether the key that signed the set is trusted. The signature itself is not looked at. */
  knows(set: ReleaseSet): Promise<boolean>;
  /** From now on the site is who signed this set, or whom that one named as the next. */
  accept(set: ReleaseSet): Promise<void>;
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export function createSetTrust({ builtIn, inPage, memory, subtle, location }: SetTrustOptions): SetTrust {
  const isPinned = builtIn.length > 0;
  // On a machine of one's own sites come and go on the same port, and nobody stands between.
  const remembers = !isPinned && !loopback.test(location.hostname);
  let reading: Promise<readonly SetKey[]> | undefined;

  async function readTrusted(from: SubtleCrypto): Promise<readonly SetKey[]> {
    const keys = await readSetKeys(isPinned ? builtIn : inPage, from);
    const known = remembers ? memory.keyIds() : [];
    return known.length === 0 ? keys : keys.filter(({ id }) => known.includes(id));
  }
  const trusted = (from: SubtleCrypto) => {
    reading ??= readTrusted(from);
    return reading;
  };

  return {
    async verify(set) {
      if (!subtle) return location.protocol === 'http:' ? 'unverifiable' : 'forged';
      return (await isSigned(set, await trusted(subtle), subtle)) ? 'signed' : 'forged';
    },
    knows: async (set) => subtle !== undefined && (await trusted(subtle)).some(({ id }) => id === set.keyId),
    async accept(set) {
      if (!remembers || !subtle) return;
      const next = set.nextKey ? [await setKeyId(set.nextKey, subtle)] : [];
      memory.keepKeyIds([set.keyId, ...next], set);
      reading = undefined;
    },
  };
}
