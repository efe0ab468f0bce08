/** Bytes of a file, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What a `Range` header asks of a file of `size` bytes. Undefined: send it whole (no header, several ranges or
 * nothing we read; RFC 9110 lets a server ignore those). 'unsatisfiable': it begins past the end.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [whole, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (whole === undefined || (!from && !to)) return undefined;
  if (!from) return lastBytes(Number(to), size);
  const [first, wanted] = [Number(from), to ? Number(to) : size - 1];
  // A range that ends before it begins is none at all.
  if (to && wanted < first) return undefined;
  return first < size ? { first, last: Math.min(wanted, size - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count > 0 && size > 0 ? { first: Math.max(0, size - count), last: size - 1 } : 'unsatisfiable';
}
