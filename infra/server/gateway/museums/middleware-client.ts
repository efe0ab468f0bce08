import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { type Museum, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { parseResponse, readJson } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

interface MiddlewareLoginOptions {
  upstream: Upstream;
  log: FastifyBaseLogger;
  middleware: Upstreams['middleware'];
  limits: MiddlewareLimits;
}

interface MiddlewareLimits {
  middlewareMs: number;
  loginPauseMs: number;
  loginRetryMs: number;
}

/** Every answer is validated; callers validate ids before they build a path. */
export type MiddlewareClient = ReturnType<typeof createMiddlewareClient>;

const exhibitionAnswerSchema = z.object({ data: exhibitionRecordSchema });

export function createMiddlewareClient(options: MiddlewareLoginOptions) {
  const { upstream, middleware, limits } = options;
  const login = createMiddlewareLogin(options);

  const read = (path: string, token: string) =>
    upstream.ask(
      { method: 'GET', url: `${middleware.url}/rest-api/v2${path}`, bearer: token, isRepeatable: true },
      { limitMs: limits.middlewareMs, read: readJson },
    );

  /** Repeats the request once with a new token if the middleware refused the old token. */
  const readLoggedIn = async (path: string) => {
    const token = login.token();
    const first = await read(path, await token);
    if (first.status !== 401) return first;
    const fresh = login.renew(token);
    const second = await read(path, await fresh);
    if (second.status === 401) login.giveUp(fresh);
    return second;
  };

  const fetchRecord = async <T>(
    path: string,
    schema: z.core.$ZodType<T>,
    missing: 'museum-not-found' | 'exhibition-not-found',
  ): Promise<T> => {
    const { status, json } = await readLoggedIn(path);
    if (status === 404) throw new HttpError(missing);
    if (status < 200 || status >= 300) throw new HttpError('upstream-failed', { reason: `the middleware answered ${status}` });
    return parseResponse(schema, json, 'the middleware');
  };

  return {
    /** @throws HttpError `museum-not-found`, `upstream-failed`, `upstream-timeout` */
    async fetchMuseum(museumId: EntityId): Promise<Museum> {
      const museum = await fetchRecord(museumPath(museumId), museumSchema, 'museum-not-found');
      return expectId(museum, museumId);
    },
    /** @throws HttpError `exhibition-not-found`, `upstream-failed`, `upstream-timeout` */
    async fetchExhibition(museumId: EntityId, exhibitionId: EntityId): Promise<ExhibitionRecord> {
      const { data } = await fetchRecord(
        `${museumPath(museumId)}/exhibitions/${encodeURIComponent(exhibitionId)}`,
        exhibitionAnswerSchema,
        'exhibition-not-found',
      );
      return expectId(data, exhibitionId);
    },
    /** Undefined if there is a token. Logs in if no login has been tried yet. */
    async findProblem(): Promise<string | undefined> {
      await login.token().catch(() => undefined);
      return login.problem();
    },
  };
}

const museumPath = (museumId: EntityId) => `/museums/${encodeURIComponent(museumId)}`;

/** A record of another id must never be cached under this id. */
function expectId<T extends { _id: EntityId }>(record: T, id: EntityId): T {
  if (record._id !== id) throw new HttpError('upstream-failed', { reason: 'the middleware answered about another id' });
  return record;
}

const missingTokenText = 'Login failed: No token returned';

const loginAnswerSchema = z.object({ token: z.string().min(1).max(8192) });

/** Sends one login at a time. After a failure the next login waits. */
function createMiddlewareLogin({ upstream, log, middleware, limits }: MiddlewareLoginOptions) {
  let login: Promise<string> | undefined;
  let problem: string | undefined;
  let retryAt = Number.POSITIVE_INFINITY;

  const fail = (reason: string, pauseMs: number, code: 'upstream-failed' | 'upstream-timeout' = 'upstream-failed'): never => {
    log.error({ upstream: 'middleware' }, reason);
    problem = reason;
    retryAt = upstream.clock.now() + pauseMs;
    throw new HttpError(code, { reason, retryAfterSeconds: Math.ceil(pauseMs / 1000) });
  };
  const logIn = async (): Promise<string> => {
    const { email, password } = middleware;
    const call = { method: 'POST', url: `${middleware.url}/rest-api/v2/auth/login`, body: { email, password } } as const;
    const { status, json } = await upstream.ask(call, { limitMs: limits.middlewareMs, read: readJson }).catch((error: unknown) => {
      const isLate = error instanceof HttpError && error.code === 'upstream-timeout';
      return fail('Login failed: the middleware does not answer', limits.loginRetryMs, isLate ? 'upstream-timeout' : 'upstream-failed');
    });
    if (status >= 500) fail(`Login failed: status ${status}`, limits.loginRetryMs);
    if (status < 200 || status >= 300) fail(`Login failed: status ${status}`, limits.loginPauseMs);
    const answered = loginAnswerSchema.safeParse(json).data?.token ?? fail(missingTokenText, limits.loginPauseMs);
    problem = undefined;
    return answered;
  };
  const token = (): Promise<string> => {
    if (retryAt <= upstream.clock.now()) [login, retryAt] = [undefined, Number.POSITIVE_INFINITY];
    login ??= logIn();
    return login;
  };

  return {
    token,
    renew(refused: Promise<string>): Promise<string> {
      if (login === refused) login = undefined;
      return token();
    },
    /** Call if the middleware refused a newly issued token. */
    giveUp(refused: Promise<string>) {
      if (login !== refused) return;
      login = Promise.resolve().then(() =>
        fail('The middleware refused a newly issued token. Check the rights of the account in MIDDLEWARE_EMAIL.', limits.loginPauseMs),
      );
      login.catch(() => undefined);
    },
    problem: () => problem,
  };
}
