import type { Content } from '@enfilade/platform/content/content';
import { findProfile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyInstance } from 'fastify';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import type { Operators } from '../operators/operators.ts';
import type { OverviewFacts } from '../registry/api/overview.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import type { Token } from '../registry/api/tokens.ts';
import type { Registry } from '../registry/registry.ts';

export interface Management {
  registry: Registry;
  tokens: readonly Token[];
  operators: Operators;
  /** What the site hears of how versions fare. */
  metrics: Pick<OverviewFacts, 'healthOf' | 'rolloutHealth'>;
  /** Absent when every service is a hosted one. */
  content: Content | undefined;
  profiles: GatewayOptions['profiles'];
}

/** Where teams and operators come in: `/registry/v1`, and the operators' login. */
export function createManagementRoutes(given: Management): (app: FastifyInstance) => Promise<void> {
  const { registry, tokens, operators } = given;
  return async (app) => {
    operators.registerRoutes(app);
    await registerRegistryRoutes(app, { registry, tokens, console: { ...createFacts(given), sessionOf: operators.sessionOf } });
  };
}

/** In front of a hosted middleware a museum is known by its id, and by its profile where it has one. */
function createFacts({ content, profiles, metrics: { healthOf, rolloutHealth } }: Management): OverviewFacts {
  const names = new Map(content?.museums.map(({ museum }) => [museum._id, museum.name]));
  const ofProfiles = profiles.map(({ museum }) => museum).filter((museum) => museum.length === 24);
  return {
    museumIds: content ? [...names.keys()] : ofProfiles,
    describeMuseum(museumId) {
      const { wallCode, entryScreen = 'visit' } = findProfile(profiles, museumId) ?? {};
      return { name: names.get(museumId) ?? museumId, ...(wallCode !== undefined && { code: wallCode }), entryScreen };
    },
    healthOf,
    rolloutHealth,
  };
}
