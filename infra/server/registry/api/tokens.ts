import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { createFileOnce } from '../../http/create-file-once.ts';
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
  const file = path.join(dataDir, 'tokens', localName);
  const secret = (await createFileOnce(file, () => `${randomBytes(32).toString('base64url')}\n`)).toString().trim();
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

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
