import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFileOnce } from '../../http/create-file-once.ts';

/** A key that signs release sets. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** SPKI in base64, as pages carry it. */
  publicKey: string;
}

/** A file that should hold the site's key does not. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
  readonly code = 'signing-key';
}

export interface SigningKeyOptions {
  /** One file, or two separated by a comma during a change of keys. Absent: a key of the site's own in its data folder. */
  files: string | undefined;
  dataDir: string;
}

/**
 * The keys of a site: the first signs, every one is trusted. Without files makes `keys/signing.pem` in the data
 * folder at the first start (mode 0600).
 * @throws SigningKeyError
 */
export async function loadSigningKeys({ files, dataDir }: SigningKeyOptions): Promise<[SigningKey, ...SigningKey[]]> {
  if (files === undefined) return [await loadOwnKey(dataDir)];
  const [first = '', ...others] = files.split(',').map((file) => file.trim());
  const [current, ...next] = await Promise.all([readKey(first), ...others.map(readKey)]);
  if (next.some(({ id }) => id === current.id)) throw new SigningKeyError('SIGNING_KEY_FILE names the same key twice.');
  return [current, ...next];
}

/** @throws SigningKeyError when the text is no private key on P-256 in PKCS#8 PEM; `name` says where it stands */
export function parseSigningKey(pem: string, name: string): SigningKey {
  const privateKey = readPem(pem);
  if (privateKey?.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new SigningKeyError(`${name} holds no private key on P-256 in PKCS#8 PEM.`);
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

async function readKey(file: string): Promise<SigningKey> {
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SigningKeyError(`${file || 'SIGNING_KEY_FILE'} cannot be read.`, { cause });
  });
  return parseSigningKey(pem, file);
}

async function loadOwnKey(dataDir: string): Promise<SigningKey> {
  const file = path.join(dataDir, 'keys/signing.pem');
  const makePem = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  return parseSigningKey((await createFileOnce(file, makePem)).toString(), file);
}
