import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { everything, type Scope } from './scope.ts';

/** The token made at the first start; its file lies in `<dataDir>/tokens`. */
const localName = 'local';
const secretPattern = /^[A-Za-z0-9_-]{43,}$/;

export interface Token {
  /** Stands as the actor in the audit log. */
  name: string;
  /** SHA-256 of the secret, which is not held in memory. */
  hash: Buffer;
  scope: Scope;
}

/** The file that should hold the local token does not. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * The tokens of a data folder. At the first start makes `tokens/local` (mode 0600, one line, scoped to everything).
 * @throws TokenFileError when that file holds no token
 */
export async function loadTokens(dataDir: string): Promise<Token[]> {
  const folder = path.join(dataDir, 'tokens');
  const file = path.join(folder, localName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = (await readSecret(file)) ?? (await makeSecret(file));
  if (!secretPattern.test(secret)) throw new TokenFileError(`${file} holds no token; delete it and start again to have one made.`);
  return [createToken(localName, secret, everything)];
}

export function createToken(name: string, secret: string, scope: Scope): Token {
  return { name, hash: sha256(secret), scope };
}

/** The token of that secret. Every wrong one costs the same time. */
export function findToken(tokens: readonly Token[], secret: string): Token | undefined {
  const hash = sha256(secret);
  let found: Token | undefined;
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found = token;
  return found;
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    // It may have been copied from a backup without its rights.
    await chmod(file, 0o600);
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written aside and renamed, so that a crash leaves no half of it. */
async function makeSecret(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  await rename(aside, file);
  return secret;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
