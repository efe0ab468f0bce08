import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { KeyKind } from '../../http/key-files.ts';

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
    wayOut: 'put back a copy of it; with another key browsers refuse this site for up to eight days',
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
