import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/** The browsers that Playwright does not drive. */
export const otherBrowsers = [
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const;
