import { generateKeyPairSync } from 'node:crypto';
import { type Keys, parseKeys } from '../../http/key-files.ts';
import { type SigningKey, signingKeys } from '../signing/set-signer.ts';

export function makeSigningPem(namedCurve = 'P-256'): string {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export const makeSigningKey = (): SigningKey => parseKeys(signingKeys, Buffer.from(makeSigningPem()), 'the test')[0];

/** The function always returns the same list of keys. */
export const signWith =
  (...keys: Keys<SigningKey>) =>
  () =>
    keys;
