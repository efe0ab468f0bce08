import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Registry } from '../registry.ts';
import { UnknownReleaseError } from '../state/registry-error.ts';
import { createAccess, type SessionOf } from './access.ts';
import { answerError } from './error-answer.ts';
import { addMuseumRoutes, addRolloutRoutes } from './museum-routes.ts';
import type { OverviewFacts } from './overview.ts';
import { addOverviewRoute, addReadingRoutes } from './reading-routes.ts';
import { addReleaseRoutes, archiveTypes } from './release-routes.ts';
import type { Token } from './tokens.ts';

export interface RegistryRoutes {
  registry: Registry;
  tokens: readonly Token[];
  /** For the operators' console; absent where nobody logs in. */
  console?: (OverviewFacts & { sessionOf: SessionOf }) | undefined;
}

/**
 * The teams' and operators' interface under `/registry/v1`. A bearer token needs no header against forged requests;
 * a session, which a browser sends by itself, needs one whatever the method.
 */
export async function registerRegistryRoutes(app: FastifyInstance, { registry, tokens, console }: RegistryRoutes): Promise<void> {
  const routes: FastifyPluginAsync = async (scope) => {
    const access = createAccess(scope, tokens, console?.sessionOf);
    scope.setErrorHandler(answerError);
    scope.setNotFoundHandler((request, reply) => answerError(new UnknownReleaseError('The registry has no such address.'), request, reply));
    scope.addContentTypeParser(archiveTypes, (_request, body, done) => done(null, body));
    addReleaseRoutes(scope, registry, access);
    addMuseumRoutes(scope, registry, access.authorize);
    addRolloutRoutes(scope, registry, access.authorize);
    addReadingRoutes(scope, registry, access);
    if (console) addOverviewRoute(scope, { registry, access, facts: console });
  };
  await app.register(routes, { prefix: '/registry/v1' });
}
