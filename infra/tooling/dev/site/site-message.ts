import type { Site } from '@enfilade/server/main/start-site';

/** What the local site's process tells the dev server once it listens. */
export type SiteMessage = Pick<Site, 'origin' | 'museums'>;

/** Folders the local site is made of, in the order of its arguments. */
export interface SiteFolders {
  root: string;
  hostDir: string;
  voiceDir: string;
  /** The built platform that the site loads. */
  platformProgram: string;
}
