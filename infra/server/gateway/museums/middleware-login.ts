import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { readJson } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

export interface MiddlewareLoginOptions {
  upstream: Upstream;
  log: FastifyBaseLogger;
  middleware: Upstreams['middleware'];
  limits: MiddlewareLimits;
}

export interface MiddlewareLimits {
  middlewareMs: number;
  /** After the middleware refused: no second try before. */
  loginPauseMs: number;
  /** After it could not be reached. */
  loginRetryMs: number;
}

/** The gateway's own credential at the middleware: one token, kept in memory, shared by all requests. */
export interface MiddlewareLogin {
  /** The token; logs in when there is none. Any number of callers share one login. */
  token(): Promise<string>;
  /** A newer token than the one that was refused. */
  renew(refused: string): Promise<string>;
  /** Even a fresh token was refused: no further try for a while. */
  giveUp(refused: string): void;
  /** Why there is no token; undefined while there is one, or nobody asked yet. */
  problem(): string | undefined;
}

export const missingTokenText = 'Login failed: No token returned';
const loginAnswerSchema = z.object({ token: z.string().min(1).max(8192) });

interface Failure {
  text: string;
  error: HttpError;
  until: number;
}

export function createMiddlewareLogin(options: MiddlewareLoginOptions): MiddlewareLogin {
  const { upstream, log, limits } = options;
  let current: string | undefined;
  let running: Promise<string> | undefined;
  let failure: Failure | undefined;

  const fail = (text: string, pauseMs: number, code: 'upstream-failed' | 'upstream-timeout'): HttpError => {
    const error = new HttpError(code, { reason: text, retryAfterSeconds: Math.ceil(pauseMs / 1000) });
    failure = { text, error, until: upstream.clock.now() + pauseMs };
    log.error({ upstream: 'middleware' }, text);
    return error;
  };

  const logIn = async (): Promise<string> => {
    const { status, json } = await sendLogin(options).catch((error: unknown) => {
      const isLate = error instanceof HttpError && error.code === 'upstream-timeout';
      throw fail('Login failed: the middleware does not answer', limits.loginRetryMs, isLate ? 'upstream-timeout' : 'upstream-failed');
    });
    if (status >= 500) throw fail(`Login failed: status ${status}`, limits.loginRetryMs, 'upstream-failed');
    if (status < 200 || status >= 300) throw fail(`Login failed: status ${status}`, limits.loginPauseMs, 'upstream-failed');
    const answer = loginAnswerSchema.safeParse(json);
    if (!answer.success) throw fail(missingTokenText, limits.loginPauseMs, 'upstream-failed');
    failure = undefined;
    current = answer.data.token;
    return current;
  };

  const logInOnce = (): Promise<string> => {
    if (running !== undefined) return running;
    if (failure && upstream.clock.now() < failure.until) return Promise.reject(failure.error);
    running = logIn().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    token: () => (current === undefined ? logInOnce() : Promise.resolve(current)),
    renew(refused) {
      if (current === refused) current = undefined;
      return current === undefined ? logInOnce() : Promise.resolve(current);
    },
    giveUp(refused) {
      if (current !== refused) return;
      current = undefined;
      fail('Login failed: a fresh token was refused', limits.loginPauseMs, 'upstream-failed');
    },
    problem: () => (current === undefined ? failure?.text : undefined),
  };
}

function sendLogin({ upstream, middleware, limits }: MiddlewareLoginOptions) {
  const { email, password } = middleware;
  const url = `${middleware.url}/rest-api/v2/auth/login`;
  return upstream.ask({ method: 'POST', url, body: { email, password } }, { limitMs: limits.middlewareMs, read: readJson });
}
