type Release = readonly [major: number, minor: number, patch: number];

const releasePattern = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

function parseRelease(text: string): Release | undefined {
  const [, major, minor, patch] = releasePattern.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** `^1.2.0`, the form of the build preset, or one release, `1.2.0`. */
export const isVersionRange = (range: string): boolean => parseRelease(range.replace(/^\^/, '')) !== undefined;

/** By npm's rules, for the forms of `isVersionRange` alone. The package semver reads more forms, but adds 6 kB to every page. */
export function satisfies(version: string, range: string): boolean {
  const offered = parseRelease(version);
  const wanted = parseRelease(range.replace(/^\^/, ''));
  if (!offered || !wanted) return false;
  // A caret fixes the numbers up to the first nonzero number.
  const first = range.startsWith('^') ? wanted.findIndex((number) => number > 0) : -1;
  const fixed = first < 0 ? wanted.length : first + 1;
  const differing = wanted.findIndex((number, index) => number !== offered[index]);
  return differing < 0 || (differing >= fixed && (offered[differing] ?? 0) > (wanted[differing] ?? 0));
}
