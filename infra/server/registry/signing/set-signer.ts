import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { signedBytes } from '@enfilade/shared-contracts/releases/signed-set';
import { LRUCache } from 'lru-cache';
import type { KeyKind, Keys } from '../../http/key-files.ts';

/** A key that signs release sets. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** SPKI in base64, as pages carry it. */
  publicKey: string;
}

/** Sign release sets; every one is trusted. */
export const signingKeys: KeyKind<SigningKey> = {
  name: 'set',
  variable: 'SIGNING_KEY',
  file: 'keys/signing.pem',
  create: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  // In one line, as files of environment variables have it, a line feed is written `\n`.
  split: (text) => text.replaceAll('\\n', '\n').match(/-----BEGIN [\s\S]+?-----END .+?-----|[^-\s][^-]*/g) ?? [],
  parse: parseSigningKey,
  says: {
    form: 'a private key on P-256 in PKCS#8 PEM',
    wayOut: 'restore a copy; with another key browsers refuse this site for up to eight days',
  },
};

/** Undefined unless the text is a private key on P-256 in PKCS#8 PEM. */
export function parseSigningKey(pem: string): SigningKey | undefined {
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

/** How long a set may be used. It is issued again, under the same number, after half of it. */
export const setLifeMs = 24 * 3_600_000;
/** Museums whose signed set is cached, of those that share one. Requests may name museums that do not exist. */
const cachedMuseums = 500;

export type SetSigner = ReturnType<typeof createSetSigner>;

/** A set with a grant expires with the grant at the latest. */
function endOf({ grants = [] }: UnsignedSet, issuedAt: number): number {
  return Math.min(issuedAt + setLifeMs, ...grants.map(({ expiresAt }) => Date.parse(expiresAt)));
}

type Signing = ReturnType<typeof signWith>;

function signWith(keys: Keys<SigningKey>) {
  return {
    keys,
    publicKeys: keys.map(({ publicKey }) => publicKey),
    // By the object itself: the registry hands out the same one until a change touches it.
    issued: new WeakMap<UnsignedSet, LRUCache<string, Issued>>(),
  };
}

interface Issued {
  set: ReleaseSet;
  at: number;
}

/**
 * Signs by the first key and announces the second.
 * @param keys as they are now; the same list until they change
 */
export function createSetSigner(keys: () => Keys<SigningKey>, clock: Clock) {
  let signing = signWith(keys());
  /** Sets that were signed before a change of keys are issued again. */
  const current = () => {
    const now = keys();
    if (now !== signing.keys) signing = signWith(now);
    return signing;
  };

  function issue({ keys: [key, next] }: Signing, unsigned: UnsignedSet, museumId: EntityId | '*', at: number): ReleaseSet {
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
    /** The set, signed for one museum, in the first half of its life; the same object until it is issued again. */
    sign(unsigned: UnsignedSet, museumId: EntityId | '*'): ReleaseSet {
      const now = clock.now();
      const { issued } = current();
      // Only the museum itself requests its set.
      const ofMuseums = issued.get(unsigned) ?? new LRUCache<string, Issued>({ max: unsigned.museumId === '*' ? cachedMuseums : 1 });
      issued.set(unsigned, ofMuseums);
      const cached = ofMuseums.get(museumId);
      // Also when the clock was set back: a set from the future would be refused.
      if (cached && Math.abs(now - cached.at) < setLifeMs / 2) return cached.set;
      const set = issue(current(), unsigned, museumId, now);
      ofMuseums.set(museumId, { set, at: now });
      return set;
    },
    /** The public keys pages are to trust: of the one that signs, and of the one that follows. The same list until the keys change. */
    get publicKeys() {
      return current().publicKeys;
    },
  };
}
