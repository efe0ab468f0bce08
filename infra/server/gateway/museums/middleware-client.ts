import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { type Museum, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { parseResponse, readJson } from '../upstream/response.ts';
import { createMiddlewareLogin, type MiddlewareLoginOptions } from './middleware-login.ts';

/** The museum middleware. Every answer is checked; ids are checked by the caller before they stand in a path. */
export interface MiddlewareClient {
  /** @throws HttpError `museum-not-found`, `upstream-failed`, `upstream-timeout` */
  fetchMuseum(museumId: EntityId): Promise<Museum>;
  /** @throws HttpError `exhibition-not-found`, `upstream-failed`, `upstream-timeout` */
  fetchExhibition(museumId: EntityId, exhibitionId: EntityId): Promise<ExhibitionRecord>;
  /** Undefined when there is a token, else why there is none. Logs in if nobody did yet. */
  findProblem(): Promise<string | undefined>;
}

const exhibitionAnswerSchema = z.object({ data: exhibitionRecordSchema });

export function createMiddlewareClient(options: MiddlewareLoginOptions): MiddlewareClient {
  const { upstream, middleware, limits } = options;
  const login = createMiddlewareLogin(options);

  const read = (path: string, token: string) =>
    upstream.ask(
      { method: 'GET', url: `${middleware.url}/rest-api/v2${path}`, bearer: token, isRepeatable: true },
      { limitMs: limits.middlewareMs, read: readJson },
    );

  /** Asks again, once, with a new token when the old one was refused. */
  const readLoggedIn = async (path: string) => {
    const token = await login.token();
    const first = await read(path, token);
    if (first.status !== 401) return first;
    const fresh = await login.renew(token);
    const second = await read(path, fresh);
    if (second.status === 401) login.giveUp(fresh);
    return second;
  };

  const fetchRecord = async <T>(path: string, schema: z.ZodType<T>, missing: 'museum-not-found' | 'exhibition-not-found'): Promise<T> => {
    const { status, json } = await readLoggedIn(path);
    if (status === 404) throw new HttpError(missing);
    if (status < 200 || status >= 300) throw new HttpError('upstream-failed', { reason: `the middleware answered ${status}` });
    return parseResponse(schema, json, 'the middleware');
  };

  return {
    async fetchMuseum(museumId) {
      const museum = await fetchRecord(museumPath(museumId), museumSchema, 'museum-not-found');
      return expectId(museum, museumId);
    },
    async fetchExhibition(museumId, exhibitionId) {
      const { data } = await fetchRecord(
        `${museumPath(museumId)}/exhibitions/${encodeURIComponent(exhibitionId)}`,
        exhibitionAnswerSchema,
        'exhibition-not-found',
      );
      return expectId(data, exhibitionId);
    },
    async findProblem() {
      await login.token().catch(() => undefined);
      return login.problem();
    },
  };
}

/** Whatever an id is, it stays one step of the path. */
const museumPath = (museumId: EntityId) => `/museums/${encodeURIComponent(museumId)}`;

/** An answer about somebody else must never be cached under this id. */
function expectId<T extends { _id: EntityId }>(record: T, id: EntityId): T {
  if (record._id !== id) throw new HttpError('upstream-failed', { reason: 'the middleware answered about another id' });
  return record;
}
