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
