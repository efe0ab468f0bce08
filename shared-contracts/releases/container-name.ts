/**
 * The global a remote's container registers under. It carries the version: two versions of one remote
 * in a page would otherwise share chunks, and a swap would silently keep the old code.
 */
export function containerName(remote: string, version: string): string {
  return `enfilade_${remote}_${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}
