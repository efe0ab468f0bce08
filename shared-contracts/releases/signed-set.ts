import { parseJson } from '../kit/json.ts';
import { type ReleaseSet, releaseSetSchema } from './release-set.ts';

/** A set of four remotes has about 6 kB. */
export const setByteLimit = 256_000;
/** Maximum difference between the clocks of site and device. */
export const clockSkewMs = 5 * 60_000;

/**
 * set-older: older than a verified set · set-expired: expired or not yet valid · set-unverified: used, although this page cannot verify.
 */
export type SetProblem = 'set-size' | 'set-shape' | 'set-museum' | 'set-older' | 'set-expired' | 'set-signature' | 'set-unverified';

export function parseSet(text: string): { set: ReleaseSet } | { problem: 'set-size' | 'set-shape' } {
  if (text.length > setByteLimit || new TextEncoder().encode(text).length > setByteLimit) return { problem: 'set-size' };
  const { data } = releaseSetSchema.safeParse(parseJson(text));
  return data ? { set: data } : { problem: 'set-shape' };
}

/** `floor` is the highest verified sequence of the museum. */
export function validateSet(set: ReleaseSet, museumId: string, floor: number | undefined): 'set-museum' | 'set-older' | undefined {
  if (set.museumId !== museumId) return 'set-museum';
  return floor !== undefined && set.sequence < floor ? 'set-older' : undefined;
}

/** `now` is in ms since the epoch. */
export function isInLife(set: Pick<ReleaseSet, 'issuedAt' | 'expiresAt'>, now: number): boolean {
  return Date.parse(set.issuedAt) - clockSkewMs <= now && now < Date.parse(set.expiresAt) + clockSkewMs;
}

/** For signatures: keys in the order of their UTF-16 code units, no white space, absent values left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const present = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = present.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
}

/** Canonical JSON without the signature, in UTF-8. */
export function signedBytes({ signature: _, ...set }: Omit<ReleaseSet, 'signature'> & { signature?: string }): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(set));
}

const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

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

export interface SetKey {
  id: string;
  key: CryptoKey;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Keys are SPKI in base64. Invalid keys are skipped. */
export async function readSetKeys(keys: readonly string[], subtle: SubtleCrypto): Promise<SetKey[]> {
  const read = await Promise.all(keys.map((key) => readSetKey(key, subtle).catch(() => undefined)));
  return read.filter((key) => key !== undefined);
}

async function readSetKey(spki: string, subtle: SubtleCrypto): Promise<SetKey> {
  const bytes = bytesOf(spki);
  const [key, id] = await Promise.all([subtle.importKey('spki', bytes, curve, false, ['verify']), idOf(bytes, subtle)]);
  return { id, key };
}

export async function setKeyId(spki: string, subtle: SubtleCrypto): Promise<string> {
  return await idOf(bytesOf(spki), subtle);
}

async function idOf(bytes: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto): Promise<string> {
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws DOMException if the text is not base64 */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
