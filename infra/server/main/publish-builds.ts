import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from '../registry/registry.ts';
import { StaleError, VersionRetiredError } from '../registry/state/registry-error.ts';
import { localBuildActor as actor } from '../registry/state/registry-state.ts';
import type { SiteSettings } from './settings.ts';

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
 * Publishes each build. In development, pins each build that visitors need on arrival, unless a person pinned the default, or the remote has
 * a default and the build is a team's own release. In production, pins only remotes without a default, and only with FIRST_DEFAULTS.
 * @throws RegistryError
 */
export async function publishBuilds(registry: Registry, { builds, settings, log }: PublishOptions): Promise<void> {
  const publish = async ({ name, folder }: LocalBuild) => {
    try {
      return [{ name, ...(await registry.publish({ name, folder, actor })) }];
    } catch (error) {
      // A retired version is not pinned, so the site runs another version.
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
        'these remotes have no default version, and a start with NODE_ENV=production pins no version: pin them, or start once with FIRST_DEFAULTS=built',
      );
    return;
  }
  for (const { name, version } of isProduction ? unpinned : published) {
    const pinnedBy = registry.pinnedBy('*', name);
    // A version without `-dev.` is a team's own release, which a start must not pin.
    if (pinnedBy !== undefined && (pinnedBy !== actor || !version.includes('-dev.'))) continue;
    const expected = registry.ownPins('*').get(name) ?? null;
    await registry.pin({ museumId: '*', name, version, expected, actor }).catch((error: unknown) => {
      // An operator or another starting gateway has pinned a version meanwhile.
      if (!(error instanceof StaleError)) throw error;
    });
  }
}

/** Builds without a declaration count as needed on arrival. */
function isForEveryMuseum({ audience, provides, conversation }: Partial<Declaration> = { audience: 'operators' }): boolean {
  return audience === 'operators' || provides !== undefined || conversation !== undefined;
}
