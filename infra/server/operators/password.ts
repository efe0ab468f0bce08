import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const [logLeast, logMost, saltBytes, hashBytes] = [15, 18, 16, 32];
const hashForm = /^scrypt\$(\d{5,6})\$(\d{1,2})\$(\d)\$([\w-]{22,86})\$([\w-]{43,86})$/;

interface PasswordHash {
  N: number;
  r: number;
  p: number;
  salt: Buffer;
  hash: Buffer;
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. Costs below N=2^15, r=8 or p=1 are refused. */
export const passwordHashSchema = z
  .string()
  .refine(
    (text) => parseHash(text) !== undefined,
    'must be scrypt$N$r$p$salt$hash, N a power of two from 32768 to 262144, r 8 to 16, p 1 to 4',
  );

/** Takes about 0.1 s and 32 MB, off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const cost = { N: 2 ** logLeast, r: 8, p: 1 };
  const hash = await derive(password, { ...cost, salt, hash: Buffer.alloc(hashBytes) });
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

export async function matchesPassword(password: string, text: string): Promise<boolean> {
  const stored = parseHash(text);
  return stored !== undefined && timingSafeEqual(await derive(password, stored), stored.hash);
}

/** No password matches the hash. Checking the hash costs as much as checking the stored hash. */
export function dummyHash(text: string): string {
  const { N, r, p } = parseHash(text) ?? { N: 2 ** logLeast, r: 8, p: 1 };
  return ['scrypt', N, r, p, randomBytes(saltBytes).toString('base64url'), randomBytes(hashBytes).toString('base64url')].join('$');
}

function parseHash(text: string): PasswordHash | undefined {
  const [, N, r, p, salt, hash] = hashForm.exec(text) ?? [];
  if (!salt || !hash) return undefined;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const isPower = Number.isInteger(Math.log2(cost.N)) && cost.N >= 2 ** logLeast && cost.N <= 2 ** logMost;
  if (!isPower || cost.r < 8 || cost.r > 16 || cost.p < 1 || cost.p > 4) return undefined;
  return { ...cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

/** Other keyboards may send another Unicode form, so the password is normalised. */
function derive(password: string, { N, r, p, salt, hash }: PasswordHash): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, hash.length, options, (error, derived) => (error ? reject(error) : resolve(derived))),
  );
}
