import type { ReleaseSet } from '../release-set.ts';
import { canonicalJson } from './canonical-json.ts';

/** What a set's signature is made over: everything but the signature itself, in UTF-8. */
export function signedBytes({ signature: _, ...set }: Omit<ReleaseSet, 'signature'> & { signature?: string }): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(set));
}
