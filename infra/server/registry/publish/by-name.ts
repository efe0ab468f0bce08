/** By code units: the same order on every machine, so that the same build is the same release. */
export function byName(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
