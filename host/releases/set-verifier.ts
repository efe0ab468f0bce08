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

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

type VerifierPage = Pick<Window, 'document' | 'localStorage'> & {
  readonly location: Pick<Location, 'protocol' | 'hostname'>;
  /** `subtle` is absent on plain http, except on this machine. */
  readonly crypto: { readonly subtle?: SubtleCrypto | undefined };
};

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Until then, the page compares new sets with an expired set's sequence and keys. */
export const memoryMs = 7 * 24 * 3_600_000;
const forgetAt = ({ expiresAt }: ReleaseSet) => Date.parse(expiresAt) + memoryMs;
const keysSchema = z.object({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(8)), until: z.number() });

export function createSetVerifier(page: VerifierPage, clock: Clock, fetch: Fetch) {
  const { document, location, crypto } = page;
  const { subtle } = crypto;
  const { now } = clock;
  const museumId = museumOf(document);
  const storage = safeStorage(() => page.localStorage);
  /** If the build has keys, no other key counts. */
  const builtIn = splitKeys(process.env['ENFILADE_SET_KEYS'] ?? '');
  const inPage = splitKeys(document.querySelector('meta[name="release-keys"]')?.getAttribute('content') ?? '');
  const isPinned = builtIn.length > 0;
  // Developers' sites change on one port, and browser and server run on one machine.
  const remembers = !isPinned && !loopback.test(location.hostname);
  // On plain http an attacker could have changed the page itself.
  const isUnverifiable = !subtle && location.protocol === 'http:';
  let reading: Promise<readonly SetKey[]> | undefined;

  async function readTrusted(): Promise<readonly SetKey[]> {
    const keys = subtle ? await readSetKeys(isPinned ? builtIn : inPage, subtle) : [];
    const { data } = keysSchema.safeParse(storage.readJson(setKeysKey));
    return remembers && data && now() < data.until ? keys.filter(({ id }) => data.ids.includes(id)) : keys;
  }
  const trusted = () => {
    reading ??= readTrusted();
    return reading;
  };

  /** If the newest set's key is no longer trusted, its sequence cannot be compared. */
  async function lastTrusted(): Promise<ReleaseSet | undefined> {
    const { data: last } = releaseSetSchema.safeParse(storage.readJson(lastSetKey + museumId));
    return last && now() < forgetAt(last) && (await trusted()).some(({ id }) => id === last.keyId) ? last : undefined;
  }

  async function verify(set: ReleaseSet): Promise<SetProblem | undefined> {
    const problem = validateSet(set, museumId, (await lastTrusted())?.sequence);
    if (problem) return problem;
    if (!isUnverifiable && !(subtle && (await isSigned(set, await trusted(), subtle)))) return 'set-signature';
    if (!(await isCurrent(set))) return 'set-expired';
    return isUnverifiable ? 'set-unverified' : undefined;
  }

  /** A wrong clock of the device must not lock out its visitor, so the site's time decides. */
  async function isCurrent(set: ReleaseSet): Promise<boolean> {
    if (isInLife(set, now())) return true;
    const time = await loadServerTime(fetch, clock);
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
    /** From now on, only the set's key and the next key that the set names are trusted. */
    async accept(set: ReleaseSet) {
      // A set with grants is temporary, so the page must not return to it.
      if (!set.grants) storage.writeJson(lastSetKey + museumId, set);
      if (!remembers || !subtle) return;
      const next = set.nextKey ? [await setKeyId(set.nextKey, subtle)] : [];
      storage.writeJson(setKeysKey, { ids: [set.keyId, ...next], until: forgetAt(set) });
      reading = undefined;
    },
  };
}

const splitKeys = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const serverTimeLimitMs = 3000;

/** In ms since the epoch; undefined after a timeout. The time has another address than sets, so a cache that replays an old set does not replay its time. */
async function loadServerTime(fetch: Fetch, clock: Clock): Promise<number | undefined> {
  const attempt = new AbortController();
  const loading = fetch('/healthz', { cache: 'no-store', signal: attempt.signal }).then(({ headers }) =>
    Date.parse(headers.get('date') ?? ''),
  );
  const limit = { clock, limitMs: serverTimeLimitMs, onPassed: () => attempt.abort() };
  const time = await withDeadline(loading, limit).catch(() => Number.NaN);
  return Number.isNaN(time) ? undefined : time;
}
