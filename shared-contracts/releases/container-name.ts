/**
 * The global name of a remote's container. The name includes the version, because two versions of one remote
 * on a page would otherwise share chunks, so that a swap would keep the old code.
 */
export function containerName(remote: string, version: string): string {
  return `enfilade_${remote}_${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}
