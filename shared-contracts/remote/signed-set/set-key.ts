/** A public key that sets may be signed with. */
export interface SetKey {
  id: string;
  key: CryptoKey;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Reads keys as they stand in a page, SPKI in base64; what is no P-256 key is passed over. */
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
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
