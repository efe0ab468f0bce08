import type { ReleaseSet } from '../release-set.ts';
import { bytesOf, type SetKey } from './set-key.ts';
import { signedBytes } from './signed-bytes.ts';

const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Whether one of the keys signed exactly this set. Never rejects: what cannot be checked is not signed. */
export async function isSigned(set: ReleaseSet, keys: readonly SetKey[], subtle: SubtleCrypto): Promise<boolean> {
  const signer = keys.find(({ id }) => id === set.keyId);
  if (!signer) return false;
  try {
    const signature = bytesOf(set.signature.replaceAll('-', '+').replaceAll('_', '/'));
    return await subtle.verify(algorithm, signer.key, signature, signedBytes(set));
  } catch {
    return false;
  }
}
