import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import {
  isInLife,
  isSigned,
  readSetKeys,
  type SetKey,
  type SetProblem,
  setKeyId,
  validateSet,
} from '@enfilade/shared-contracts/releases/signed-set';
import { lastSetKey, setKeysKey } from '@enfilade/shared-contracts/visit/stored-names';
import { z } from 'zod/mini';
import { museumOf } from './page-frame.ts';

export type SetVerifier = ReturnType<typeof createSetVerifier>;

export interface SetVerifierOptions {
  museumId: string;
  keys: KeyStore;
  memory: Pick<SetMemory, 'lastSet' | 'storeSet'>;
  /** In ms since the epoch, by the device. */
  now(): number;
  /** The site's time; undefined if the request fails. */
  serverTime(): Promise<number | undefined>;
}

export function createSetVerifier({ museumId, keys, memory, now, serverTime }: SetVerifierOptions) {
  /** If the newest set's key is no longer trusted, its sequence cannot be compared. */
  async function lastTrusted(): Promise<ReleaseSet | undefined> {
    const last = memory.lastSet(museumId);
    return last && (await keys.trusts(last)) ? last : undefined;
  }

  async function verify(set: ReleaseSet): Promise<SetProblem | undefined> {
    const problem = validateSet(set, museumId, (await lastTrusted())?.sequence);
    if (problem) return problem;
    const signature = await keys.verify(set);
    if (signature === 'forged') return 'set-signature';
    if (!(await isCurrent(set))) return 'set-expired';
    return signature === 'unverifiable' ? 'set-unverified' : undefined;
  }

  /** A wrong clock of the device must not lock out its visitor, so the site's time decides. */
  async function isCurrent(set: ReleaseSet): Promise<boolean> {
    if (isInLife(set, now())) return true;
    const time = await serverTime();
    return time !== undefined && isInLife(set, time);
  }

  return {
    /** The reason why the set must not run; undefined if it may. A set that is `set-unverified` may run. */
    verify,
    /** Undefined if no set of an earlier visit passes verification again. */
    async lastGood() {
      const last = await lastTrusted();
      return last && (await verify(last)) === undefined ? last : undefined;
    },
    async accept(set: ReleaseSet) {
      // A set with grants is temporary, so the page must not return to it.
      if (!set.grants) memory.storeSet(museumId, set);
      await keys.accept(set);
    },
  };
}

export function createPageVerifier(
  window: Window,
  clock: Clock,
  fetch: (url: string, options: RequestInit) => Promise<Response>,
): SetVerifier {
  const page = window.document;
  const memory = createSetMemory(window, clock.now);
  const keys = createKeyStore({
    builtIn: splitKeys(process.env['ENFILADE_SET_KEYS'] ?? '', ','),
    inPage: splitKeys(page.querySelector('meta[name="release-keys"]')?.getAttribute('content') ?? '', ' '),
    memory,
    // Absent outside secure contexts, although the type is not optional.
    subtle: (window.crypto as { subtle?: SubtleCrypto }).subtle,
    location: window.location,
  });
  return createSetVerifier({ museumId: museumOf(page), keys, memory, now: clock.now, serverTime: () => loadServerTime(fetch, clock) });
}

const splitKeys = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((key) => key.trim())
    .filter(Boolean);

export interface KeyStoreOptions {
  /** If the build has keys, no other key counts. */
  builtIn: readonly string[];
  inPage: readonly string[];
  memory: Pick<SetMemory, 'keyIds' | 'storeKeyIds'>;
  /** Absent on plain http, except on this machine: browsers then have no WebCrypto. */
  subtle: SubtleCrypto | undefined;
  location: Pick<Location, 'protocol' | 'hostname'>;
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore({ builtIn, inPage, memory, subtle, location }: KeyStoreOptions) {
  const isPinned = builtIn.length > 0;
  // Developers' sites change on one port, and no network lies between browser and server.
  const remembers = !isPinned && !loopback.test(location.hostname);
  let reading: Promise<readonly SetKey[]> | undefined;

  async function readTrusted(crypto: SubtleCrypto): Promise<readonly SetKey[]> {
    const keys = await readSetKeys(isPinned ? builtIn : inPage, crypto);
    const remembered = remembers ? memory.keyIds() : [];
    return remembered.length === 0 ? keys : keys.filter(({ id }) => remembered.includes(id));
  }
  const trusted = (crypto: SubtleCrypto) => {
    reading ??= readTrusted(crypto);
    return reading;
  };

  return {
    /** `unverifiable`: on plain http browsers cannot verify, and an attacker could have changed the page itself. */
    async verify(set: ReleaseSet): Promise<'signed' | 'forged' | 'unverifiable'> {
      if (!subtle) return location.protocol === 'http:' ? 'unverifiable' : 'forged';
      return (await isSigned(set, await trusted(subtle), subtle)) ? 'signed' : 'forged';
    },
    /** Does not check the signature. */
    trusts: async (set: ReleaseSet) => subtle !== undefined && (await trusted(subtle)).some(({ id }) => id === set.keyId),
    /** From now on, only the set's key and the next key that the set names are trusted. */
    async accept(set: ReleaseSet): Promise<void> {
      if (!remembers || !subtle) return;
      const next = set.nextKey ? [await setKeyId(set.nextKey, subtle)] : [];
      memory.storeKeyIds([set.keyId, ...next], set);
      reading = undefined;
    },
  };
}

/** Until then, the page compares new sets with an expired set's sequence and keys. */
export const memoryMs = 7 * 24 * 3_600_000;

const keysSchema = z.object({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(8)), until: z.number() });

export type SetMemory = ReturnType<typeof createSetMemory>;

/** Empty if storage is blocked or full. */
export function createSetMemory(window: { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> }, now: () => number) {
  const storage = safeStorage(() => window.localStorage);
  const forgetAt = ({ expiresAt }: ReleaseSet) => Date.parse(expiresAt) + memoryMs;
  const write = (key: string, value: unknown) => {
    const text = JSON.stringify(value);
    if (storage.readText(key) !== text) storage.writeText(key, text);
  };
  return {
    /** Verify again before use. */
    lastSet(museumId: string): ReleaseSet | undefined {
      const { data } = releaseSetSchema.safeParse(storage.readJson(lastSetKey + museumId));
      return data && now() < forgetAt(data) ? data : undefined;
    },
    storeSet: (museumId: string, set: ReleaseSet) => write(lastSetKey + museumId, set),
    /** Empty on a first visit. */
    keyIds(): readonly string[] {
      const { data } = keysSchema.safeParse(storage.readJson(setKeysKey));
      return data && now() < data.until ? data.ids : [];
    },
    storeKeyIds: (ids: readonly string[], set: ReleaseSet) => write(setKeysKey, { ids, until: forgetAt(set) }),
  };
}

const serverTimeLimitMs = 3000;

/** In ms since the epoch; undefined after a timeout. Sets have another address, so a cache with an old set has no old time beside it. */
export async function loadServerTime(
  fetch: (url: string, options: RequestInit) => Promise<Response>,
  clock: Clock,
): Promise<number | undefined> {
  const attempt = new AbortController();
  const loading = fetch('/healthz', { cache: 'no-store', signal: attempt.signal }).then(({ headers }) =>
    Date.parse(headers.get('date') ?? ''),
  );
  const limit = { clock, limitMs: serverTimeLimitMs, onPassed: () => attempt.abort() };
  const time = await withDeadline(loading, limit).catch(() => Number.NaN);
  return Number.isNaN(time) ? undefined : time;
}
