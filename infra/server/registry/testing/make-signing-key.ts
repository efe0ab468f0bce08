import { generateKeyPairSync } from 'node:crypto';
import { type Keys, parseKeys } from '../../http/key-files.ts';
import { type SigningKey, signingKeys } from '../signing/set-signer.ts';

/** The text of a key file in PKCS#8 PEM. */
export function makeSigningPem(namedCurve = 'P-256'): string {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export const makeSigningKey = (): SigningKey => parseKeys(signingKeys, Buffer.from(makeSigningPem()), 'the test')[0];

/** Keys of a signer as a function that always returns the same list. */
export const signWith =
  (...keys: Keys<SigningKey>) =>
  () =>
    keys;
