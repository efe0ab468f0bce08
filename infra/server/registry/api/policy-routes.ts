import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PipelineIdentities } from '../origin/pipeline-identity.ts';
import type { Registry } from '../registry.ts';
import { ForbiddenError } from '../state/registry-error.ts';
import type { Access } from './access.ts';
import { parseRequest, remoteParamsSchema } from './requests.ts';

/** Which pipeline may publish a remote without a stored token. */
export function addPolicyRoutes(scope: FastifyInstance, registry: Registry, { authorize }: Access): void {
  scope.get('/remotes/:name/policy', async (request) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    authorize(request, 'read', name);
    return { name, policy: registry.policy(name) ?? null };
  });
}

/** Identity tokens are longer than anything else that is sent. */
const tokenBytes = 16_384;
const longestActor = 64;
const tokenBodySchema = z.strictObject({
  idToken: z
    .string()
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a JWT')
    .max(tokenBytes),
});

/** For whoever has no token yet: the identity of a pipeline's run for one that publishes one remote for a quarter of an hour. */
export function addPipelineTokenRoute(scope: FastifyInstance, registry: Registry, identities: PipelineIdentities): void {
  scope.post('/remotes/:name/token', { bodyLimit: tokenBytes }, async (request, reply) => {
    const { name } = parseRequest(remoteParamsSchema, request.params);
    const { idToken } = parseRequest(tokenBodySchema, request.body);
    const policy = registry.policy(name);
    if (!policy) throw new ForbiddenError(`No pipeline may publish ${name} here: the site's operators name one with \`policy ${name}\`.`);
    const pipeline = await identities.identify(idToken, policy);
    const issued = await registry.issuePipelineToken({
      ...{ remote: name, pipeline },
      actor: `pipeline:${new URL(pipeline.repository).pathname.slice(1)}`.slice(0, longestActor),
      idToken: createHash('sha256').update(idToken).digest('hex'),
    });
    return reply.status(201).header('cache-control', 'no-store').send(issued);
  });
}
