import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

export const otherBrowsers = [
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const;
