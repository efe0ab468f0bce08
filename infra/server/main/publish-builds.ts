import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from '../registry/registry.ts';
import { StaleError, VersionRetiredError } from '../registry/state/registry-error.ts';
import { localBuildActor as actor } from '../registry/state/registry-state.ts';
import type { SiteSettings } from './settings.ts';

/** A remote built on this machine. */
export interface LocalBuild {
  name: string;
  folder: string;
}

interface PublishOptions {
  builds: readonly LocalBuild[];
  settings: SiteSettings;
  log: FastifyBaseLogger;
}

/**
 * Publishes each build and makes it the default, unless a person set the default. What anybody else pinned or rolled back to stays, also
 * after a crash. A screen that arriving does not need is for museums that pin it.
 * @throws RegistryError
 */
export async function publishBuilds(registry: Registry, { builds, settings, log }: PublishOptions): Promise<void> {
  const publish = async ({ name, folder }: LocalBuild) => {
    try {
      return [{ name, ...(await registry.publish({ name, folder, actor })) }];
    } catch (error) {
      // The site runs what is pinned, and that is another one.
      if (!(error instanceof VersionRetiredError)) throw error;
      log.warn({ err: error, name }, 'a build of this checkout is not published');
      return [];
    }
  };
  const all = (await Promise.all(builds.map(publish))).flat();
  const declarations = registry.declarations();
  const published = all.filter(({ name }) => isForEveryMuseum(declarations[name]));
  const isProduction = settings.NODE_ENV === 'production';
  const unpinned = published.filter(({ name }) => registry.pinnedBy('*', name) === undefined);
  if (isProduction && settings.FIRST_DEFAULTS === undefined) {
    if (unpinned.length > 0)
      log.warn(
        { unpinned },
        'these have no default, and a start with NODE_ENV=production pins none: pin them, or start once with FIRST_DEFAULTS=built',
      );
    return;
  }
  for (const { name, version } of isProduction ? unpinned : published) {
    const pinnedBy = registry.pinnedBy('*', name);
    // A version with a name of its own, left in dist by a team, is for those who are given it.
    if (pinnedBy !== undefined && (pinnedBy !== actor || !version.includes('-dev.'))) continue;
    const expected = registry.ownPins('*').get(name) ?? null;
    await registry.pin({ museumId: '*', name, version, expected, actor }).catch((error: unknown) => {
      // Somebody, or the start of another gateway, has pinned one since.
      if (!(error instanceof StaleError)) throw error;
    });
  }
}

/** Older builds do not declare it, and arrival needs all of them. */
function isForEveryMuseum({ audience, provides, conversation }: Partial<Declaration> = { audience: 'operators' }): boolean {
  return audience === 'operators' || provides !== undefined || conversation !== undefined;
}
