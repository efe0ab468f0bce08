import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { signedBytes } from '@enfilade/shared-contracts/releases/signed-set';
import { LRUCache } from 'lru-cache';
import type { KeyKind, Keys } from '../../http/key-files.ts';

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** SPKI in base64, the format of pages. */
  publicKey: string;
}

/** Browsers trust every key in the file. */
export const signingKeys: KeyKind<SigningKey> = {
  name: 'set',
  variable: 'SIGNING_KEY',
  file: 'keys/signing.pem',
  create: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  // In the single line of an environment file, `\n` stands for a line feed.
  split: (text) => text.replaceAll('\\n', '\n').match(/-----BEGIN [\s\S]+?-----END .+?-----|[^-\s][^-]*/g) ?? [],
  parse: parseSigningKey,
  says: {
    form: 'a private key on P-256 in PKCS#8 PEM',
    wayOut: 'restore a copy; with another key browsers refuse this site for up to eight days',
  },
};

/** PKCS#8 PEM of a private key on P-256. Undefined for any other text. */
function parseSigningKey(pem: string): SigningKey | undefined {
  const privateKey = readPem(pem);
  if (privateKey?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined;
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(spki).digest('hex').slice(0, 16), privateKey, publicKey: spki.toString('base64') };
}

function readPem(pem: string): KeyObject | undefined {
  try {
    return pem.includes('-----BEGIN PRIVATE KEY-----') ? createPrivateKey(pem) : undefined;
  } catch {
    return undefined;
  }
}

/** After half of the lifetime the set is issued again with the same sequence. */
export const setLifeMs = 24 * 3_600_000;
/** Requests may name unknown museums, so the number of museums with a cached signature is limited. */
const cachedMuseums = 500;

export type SetSigner = ReturnType<typeof createSetSigner>;

/** At most the end of the set's first grant. */
function endOf({ grants = [] }: UnsignedSet, issuedAt: number): number {
  return Math.min(issuedAt + setLifeMs, ...grants.map(({ expiresAt }) => Date.parse(expiresAt)));
}

interface Issued {
  set: ReleaseSet;
  at: number;
  keys: Keys<SigningKey>;
}

/** Signs with the first key and announces the second key. @param keys returns the same list until the keys change */
export function createSetSigner(keys: () => Keys<SigningKey>, clock: Clock) {
  // The object is the key, because the registry returns the same object until a change affects the set.
  const issued = new WeakMap<UnsignedSet, LRUCache<string, Issued>>();

  function issue([key, next]: Keys<SigningKey>, unsigned: UnsignedSet, museumId: EntityId | '*', at: number): ReleaseSet {
    const set: Omit<ReleaseSet, 'signature'> = {
      ...unsigned,
      museumId,
      issuedAt: new Date(at).toISOString(),
      expiresAt: new Date(endOf(unsigned, at)).toISOString(),
      keyId: key.id,
      ...(next && { nextKey: next.publicKey }),
    };
    const signature = sign('sha256', signedBytes(set), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return { ...set, signature: signature.toString('base64url') };
  }

  return {
    /** Returns the same object for half of the set's lifetime. */
    sign(unsigned: UnsignedSet, museumId: EntityId | '*'): ReleaseSet {
      const [now, signing] = [clock.now(), keys()];
      // Only requests for the museum ask for its own set.
      const ofMuseums = issued.get(unsigned) ?? new LRUCache<string, Issued>({ max: unsigned.museumId === '*' ? cachedMuseums : 1 });
      issued.set(unsigned, ofMuseums);
      const cached = ofMuseums.get(museumId);
      // Math.abs also covers a clock that was set back, because browsers refuse a set from the future.
      if (cached?.keys === signing && Math.abs(now - cached.at) < setLifeMs / 2) return cached.set;
      const set = issue(signing, unsigned, museumId, now);
      ofMuseums.set(museumId, { set, at: now, keys: signing });
      return set;
    },
    /** The current key and the next key. */
    get publicKeys() {
      return keys().map(({ publicKey }) => publicKey);
    },
  };
}
