import { createAvoidedVersions } from './avoided-versions.ts';
import { createFollowing, type Following, type FollowingOptions } from './create-following.ts';
import { startPolling } from './create-polling.ts';
import { createPageFrame } from './page-frame.ts';
import { museumOf } from './read-release-set.ts';

export interface FollowReleasesOptions extends Omit<FollowingOptions, 'avoided' | 'frame'> {
  window: Window;
}

/** Follows the museum's release set as long as the page lives. A page without a museum keeps the set it has. */
export function followReleases({ window, ...options }: FollowReleasesOptions): Following {
  const { clock } = options;
  const page = window.document;
  const frame = createPageFrame(page, clock);
  const avoided = createAvoidedVersions(page, window.isSecureContext);
  const following = createFollowing({ ...options, avoided, frame });
  const endPolling =
    museumOf(page) === '*' ? () => {} : startPolling({ page, network: window, clock, random: Math.random, ask: following.look });
  return {
    ...following,
    end() {
      endPolling();
      frame.end();
      following.end();
    },
  };
}
