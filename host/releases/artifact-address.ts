/** Origin of the CDN that the page names for published files; the page's policy allows no other. */
export const cdnOrigin = (): string | undefined => document.documentElement.dataset['artifacts'];

/** After a failure of the CDN the page requests all files from this site. */
export const leaveCdn = (): void => {
  document.documentElement.dataset['artifactsHere'] = '';
};

/** Address from which the page requests a file of the release set. */
export function artifactAddress(path: string): string {
  const isHere = document.documentElement.dataset['artifactsHere'] !== undefined || !path.startsWith('/remotes/');
  return isHere ? path : (cdnOrigin() ?? '') + path;
}
