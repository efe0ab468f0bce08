/** The page's policy allows files from no other CDN. */
export const cdnOrigin = (): string | undefined => document.documentElement.dataset['artifacts'];

/** After a failure of the CDN the page requests all files from this site. */
export const leaveCdn = (): void => {
  document.documentElement.dataset['artifactsHere'] = '';
};

export function artifactAddress(path: string): string {
  const isHere = document.documentElement.dataset['artifactsHere'] !== undefined || !path.startsWith('/remotes/');
  return isHere ? path : (cdnOrigin() ?? '') + path;
}
