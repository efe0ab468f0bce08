import { parseJson } from '../kit/json.ts';
import { type ReleaseSet, releaseSetSchema } from './release-set.ts';

/** A museum's four remotes take about 6 kB. */
export const setByteLimit = 256_000;
/** How far two clocks may be apart. */
export const clockSkewMs = 5 * 60_000;

/**
 * set-size, set-shape: not a release set · set-museum: it is another museum's · set-older: a newer one was
 * here already · set-expired: its time is over, or has not begun · set-signature: no trusted key signed it ·
 * set-unverified: it runs, but this page has no means to verify it.
 */
export type SetProblem = 'set-size' | 'set-shape' | 'set-museum' | 'set-older' | 'set-expired' | 'set-signature' | 'set-unverified';

/** A set from text that may be anything. */
export function parseSet(text: string): { set: ReleaseSet } | { problem: 'set-size' | 'set-shape' } {
  if (text.length > setByteLimit || new TextEncoder().encode(text).length > setByteLimit) return { problem: 'set-size' };
  const { data } = releaseSetSchema.safeParse(parseJson(text));
  return data ? { set: data } : { problem: 'set-shape' };
}

/** Whether a set is for this page at all, no matter who signed it; `floor` is the highest number that was verified for its museum. */
export function validateSet(set: ReleaseSet, museumId: string, floor: number | undefined): 'set-museum' | 'set-older' | undefined {
  if (set.museumId !== museumId) return 'set-museum';
  return floor !== undefined && set.sequence < floor ? 'set-older' : undefined;
}

/** Whether a set is in its life at a time, in ms since the epoch. */
export function isInLife(set: Pick<ReleaseSet, 'issuedAt' | 'expiresAt'>, now: number): boolean {
  return Date.parse(set.issuedAt) - clockSkewMs <= now && now < Date.parse(set.expiresAt) + clockSkewMs;
}

/**
 * JSON in the one spelling that signatures are made over: keys in the order of their UTF-16 code units, no
 * whitespace, absent values left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const present = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = present.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
}

/** What a set's signature is made over: everything but the signature itself, in UTF-8. */
export function signedBytes({ signature: _, ...set }: Omit<ReleaseSet, 'signature'> & { signature?: string }): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(set));
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Whether one of the keys signed exactly this set. Never rejects: what cannot be verified is not signed. */
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

/** A public key that sets may be signed with. */
export interface SetKey {
  id: string;
  key: CryptoKey;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Reads keys as a page carries them, SPKI in base64; anything but P-256 keys is ignored. */
export async function readSetKeys(keys: readonly string[], subtle: SubtleCrypto): Promise<SetKey[]> {
  const read = await Promise.all(keys.map((key) => readSetKey(key, subtle).catch(() => undefined)));
  return read.filter((key) => key !== undefined);
}

async function readSetKey(spki: string, subtle: SubtleCrypto): Promise<SetKey> {
  const bytes = bytesOf(spki);
  const [key, id] = await Promise.all([subtle.importKey('spki', bytes, curve, false, ['verify']), idOf(bytes, subtle)]);
  return { id, key };
}

/** The id of a key, SPKI in base64. Rejects when that is no base64. */
export async function setKeyId(spki: string, subtle: SubtleCrypto): Promise<string> {
  return await idOf(bytesOf(spki), subtle);
}

async function idOf(bytes: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto): Promise<string> {
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws when the text is no base64 */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
