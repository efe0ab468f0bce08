import { type ExhibitionRecord, exhibitionRecordSchema } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { type Museum, museumSchema } from '@enfilade/shared-contracts/museum/museum';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import { parseResponse, readJson } from '../upstream/send-call.ts';
import type { Upstream } from '../upstream/upstream.ts';
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
    const token = await login.token();
    const first = await read(path, token);
    if (first.status !== 401) return first;
    const fresh = await login.renew(token);
    const second = await read(path, fresh);
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

type Login = { token: string } | { token?: undefined; problem: string; error: HttpError };

function createMiddlewareLogin(options: MiddlewareLoginOptions) {
  const { upstream, log, limits } = options;

  const failed = (problem: string, pauseMs: number, code: 'upstream-failed' | 'upstream-timeout' = 'upstream-failed'): Login => {
    log.error({ upstream: 'middleware' }, problem);
    return { problem, error: new HttpError(code, { reason: problem, retryAfterSeconds: Math.ceil(pauseMs / 1000) }) };
  };

  const logins = new LRUCache<'login', Login>({
    max: 1,
    ttlResolution: 0,
    perf: upstream.clock,
    async fetchMethod(_, __, { options: kept }) {
      const answer = await sendLogin(options).catch((error: unknown) => {
        const isLate = error instanceof HttpError && error.code === 'upstream-timeout';
        return isLate ? 'upstream-timeout' : 'upstream-failed';
      });
      const isAnswered = typeof answer === 'object';
      const { data } = loginAnswerSchema.safeParse(isAnswered && answer.status < 300 && answer.json);
      if (data) return data;
      kept.ttl = isAnswered && answer.status < 500 ? limits.loginPauseMs : limits.loginRetryMs;
      if (!isAnswered) return failed('Login failed: the middleware does not answer', kept.ttl, answer);
      const isRefused = answer.status < 200 || answer.status >= 300;
      return failed(isRefused ? `Login failed: status ${answer.status}` : missingTokenText, kept.ttl);
    },
  });
  const current = () => logins.peek('login', { allowStale: true });
  const token = async (): Promise<string> => {
    const login = await logins.forceFetch('login');
    if (login.token === undefined) throw login.error;
    return login.token;
  };

  return {
    token,
    renew(refused: string): Promise<string> {
      if (current()?.token === refused) logins.delete('login');
      return token();
    },
    /** The middleware refused a fresh token: the next login waits for `loginPauseMs`. */
    giveUp(refused: string) {
      if (current()?.token !== refused) return;
      logins.set('login', failed('Login failed: a fresh token was refused', limits.loginPauseMs), { ttl: limits.loginPauseMs });
    },
    problem(): string | undefined {
      const login = current();
      return login?.token === undefined ? login?.problem : undefined;
    },
  };
}

function sendLogin({ upstream, middleware, limits }: MiddlewareLoginOptions) {
  const { email, password } = middleware;
  const url = `${middleware.url}/rest-api/v2/auth/login`;
  return upstream.ask({ method: 'POST', url, body: { email, password } }, { limitMs: limits.middlewareMs, read: readJson });
}
