import { generateKeyPairSync } from 'node:crypto';
import { parseSigningKey, type SigningKey } from '../signing/signing-key.ts';

/** A key in PKCS#8 PEM, as a file would hold it. */
export function makeSigningPem(namedCurve = 'P-256'): string {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export const makeSigningKey = (): SigningKey => parseSigningKey(makeSigningPem(), 'the test');
