import { randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { bearerOf, isSameSecret, parseBody, ServiceError } from './http.ts';

const tokenLifeMs = 60 * 60 * 1000;
const mostTokens = 1000;

export type MiddlewareRoutesOptions = { museums: readonly MuseumContent[]; credential: { email: string; password: string }; clock: Clock };

const loginSchema = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(1024) });
const museumRoute = '/rest-api/v2/museums/:museumId';

/** The museum middleware: login, museum, exhibition. The museum comes bare, the exhibition under `data`. */
export function registerMiddlewareRoutes(app: FastifyInstance, { museums, credential, clock }: MiddlewareRoutesOptions): void {
  const expiries = new LRUCache<string, number>({ max: mostTokens });
  const museumOf = (museumId: string): MuseumContent => {
    const content = museums.find(({ museum }) => museum._id === museumId);
    if (!content) throw new ServiceError(404, 'Museum not found');
    return content;
  };

  app.post('/rest-api/v2/auth/login', async (request) => {
    const { email, password } = parseBody(loginSchema, request.body);
    // Always compares both, so that the time reveals nothing.
    const matches = [isSameSecret(email, credential.email), isSameSecret(password, credential.password)];
    if (!matches.every(Boolean)) throw new ServiceError(401, 'Invalid email or password');
    const token = randomBytes(32).toString('base64url');
    expiries.set(token, clock.now() + tokenLifeMs);
    return { token };
  });
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if ((expiries.get(bearerOf(request) ?? '') ?? 0) <= clock.now()) throw new ServiceError(401, 'Unauthorized');
  };
  app.get<{ Params: { museumId: string } }>(
    museumRoute,
    { onRequest },
    async ({ params }): Promise<Museum> => museumOf(params.museumId).museum,
  );
  app.get<{ Params: { museumId: string; exhibitionId: string } }>(
    `${museumRoute}/exhibitions/:exhibitionId`,
    { onRequest },
    async ({ params }): Promise<{ data: ExhibitionRecord }> => {
      const data = museumOf(params.museumId).exhibitions.find(({ _id }) => _id === params.exhibitionId);
      if (!data) throw new ServiceError(404, 'Exhibition not found');
      return { data };
    },
  );
}
