/** Includes the version: two versions on a page would otherwise share chunks, and a swap would keep the old code. */
export function containerName(remote: string, version: string): string {
  return `enfilade_${remote}_${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}
