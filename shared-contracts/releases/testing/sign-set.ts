import type { ReleaseSet } from '../release-set.ts';
import { setKeyId, signedBytes } from '../signed-set.ts';

export interface TestSigner {
  /** SPKI in base64. */
  publicKey: string;
  sign(set: Omit<ReleaseSet, 'keyId' | 'signature'>): Promise<ReleaseSet>;
}

export async function createTestSigner(): Promise<TestSigner> {
  const { subtle } = crypto;
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const publicKey = base64(await subtle.exportKey('spki', pair.publicKey));
  const keyId = await setKeyId(publicKey, subtle);
  return {
    publicKey,
    async sign(set) {
      const unsigned = { ...set, keyId };
      const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signedBytes(unsigned));
      return { ...unsigned, signature: base64(signature).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') };
    },
  };
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
