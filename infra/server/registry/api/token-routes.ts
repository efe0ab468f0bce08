import { type TokenSummary, tokenRequestSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Registry } from '../registry.ts';
import { ForbiddenError, UnknownReleaseError } from '../state/registry-error.ts';
import type { Access } from './access.ts';
import { jsonBodyBytes as bodyLimit, parseRequest } from './requests.ts';
import { isWithin, type Scope } from './scope.ts';

const tokenParamsSchema = z.object({ id: z.uuid() });

/** Tokens for teams and museums. Whoever issues, sees or revokes one may do all of what it may. */
export function addTokenRoutes(scope: FastifyInstance, registry: Registry, { authorize, scopeOf }: Access): void {
  const own = (caller: Scope): TokenSummary[] =>
    registry
      .tokens()
      .filter((token) => isWithin(caller, token))
      .map(({ hash: _, ...token }) => token);
  scope.get('/tokens', async (request) => {
    authorize(request, 'tokens');
    return { tokens: own(scopeOf(request)) };
  });
  scope.post('/tokens', { bodyLimit }, async (request, reply) => {
    const actor = authorize(request, 'tokens');
    const caller = scopeOf(request);
    const wanted = parseRequest(tokenRequestSchema, request.body);
    if (!isWithin(caller, wanted))
      throw new ForbiddenError('A token may do no more than whoever issues it: name fewer museums or remotes.');
    const mayShare = (other: Scope) => isWithin(caller, other);
    return reply.status(201).send(await registry.issueToken({ ...wanted, actor, mayShare }));
  });
  scope.delete('/tokens/:id', async (request) => {
    const actor = authorize(request, 'tokens');
    const { id } = parseRequest(tokenParamsSchema, request.params);
    if (own(scopeOf(request)).every((token) => token.id !== id))
      throw new UnknownReleaseError('There is no such token, or it was revoked.');
    return registry.revokeToken({ id, actor });
  });
}
