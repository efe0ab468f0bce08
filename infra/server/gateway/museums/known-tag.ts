/** Whether a browser has the answer with that tag already, by its If-None-Match: tags with commas between, `W/` before what a proxy compressed. */
export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
