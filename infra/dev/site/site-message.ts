import type { Site } from '../../site/start-site.ts';

/** What the local site's process tells the dev server once it listens. */
export type SiteMessage = Pick<Site, 'origin' | 'museums'>;

/** Folders the local site is made of, in the order of its arguments. */
export interface SiteFolders {
  root: string;
  hostDir: string;
  voiceDir: string;
}
