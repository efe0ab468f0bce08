import type { Content } from '@enfilade/platform/content/content';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';

/** A museum as it is listed when the site has started. */
interface SiteMuseum {
  id: EntityId;
  /** Its id where only its profile is known. */
  name: string;
  address: string;
  wallCode?: string | undefined;
}

interface ListMuseumsInput {
  /** Absent when every service is a hosted one. */
  content: Content | undefined;
  profiles: readonly ProfileFile[];
  origin: string;
}

/** The museums that can be opened; in front of a hosted middleware those whose profile names a whole id. */
export function listMuseums({ content, profiles, origin }: ListMuseumsInput): SiteMuseum[] {
  const known = content
    ? content.museums.map(({ museum, profile }) => ({ id: museum._id, name: museum.name, wallCode: profile.wallCode }))
    : profiles.flatMap(({ museum, wallCode }) => {
        const id = parseEntityId(museum);
        return id ? [{ id, name: id, wallCode }] : [];
      });
  return known.sort((a, b) => (a.id < b.id ? -1 : 1)).map((museum) => ({ ...museum, address: `${origin}/?museum=${museum.id}` }));
}
