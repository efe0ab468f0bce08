import { type OperatorSession, operatorSessionSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from '../http/client-address.ts';
import { parseInput, sendResponse } from '../http/exchange.ts';
import { HttpError } from '../http/http-error.ts';
import type { Keys } from '../http/key-files.ts';
import { comesFromSite } from '../http/same-site-guard.ts';
import type { Log } from '../registry/state/log.ts';
import type { Account } from './account.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import { createBootstrapAdmin, defaultOperatorsFile, findPasswordFile } from './bootstrap-admin.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { type CheckPassword, createPasswordChecks, PasswordsBusyError } from './password-checks.ts';
import { createSessionCookie, type EndedSessions, openEndedSessions, type SessionCookie } from './session-cookie.ts';

export interface OperatorsOptions {
  dataDir: string;
  /** Absent: `operators.json` of the data folder, made at the first start. */
  file?: string | undefined;
  /** Sign the cookies of sessions, as they are now. */
  keys(): Keys<Buffer>;
  /** The site's address as its operators see it. */
  publicOrigin?: string | undefined;
  clock: Clock;
  log: Log;
}

export type Operators = Awaited<ReturnType<typeof openOperators>>;

/** A session that came with a request which another site could have caused. */
export class ForeignRequestError extends Error {
  override readonly name = 'ForeignRequestError';
  readonly code = 'foreign-request';
  readonly statusCode = 403;
}

/** @throws OperatorsFileError */
export async function openOperators({ dataDir, file, keys, publicOrigin, clock, log }: OperatorsOptions) {
  if (file === undefined) await createBootstrapAdmin(dataDir);
  const accounts = await openAccounts(file ?? defaultOperatorsFile(dataDir), log);
  const cookie = createSessionCookie(keys, clock, publicOrigin);
  const ended = openEndedSessions(dataDir, clock);
  const findSession = async (request: FastifyRequest) => {
    const session = cookie.find(request, await accounts.current());
    return session && (await ended.has(session)) ? undefined : session;
  };
  const dependencies = {
    accounts,
    cookie,
    ended,
    findSession,
    throttle: createLoginThrottle(clock),
    checkPassword: createPasswordChecks(),
  };
  return {
    /** Logging in and out, below `/api/operators`. Writing routes are behind the guard against requests of other sites. */
    registerRoutes: (app: FastifyInstance) => registerOperatorRoutes(app, dependencies),
    /**
     * The operator whose session a request of our own pages carries, undefined without a session. Unlike a page's
     * writing requests it has to say that it comes from this origin, whatever its method.
     * @throws ForeignRequestError, OperatorsUnavailableError
     */
    async sessionOf(request: FastifyRequest): Promise<OperatorSession | undefined> {
      const account = (await findSession(request))?.account;
      if (!account) return undefined;
      if (request.headers['sec-fetch-site'] !== 'same-origin' || !comesFromSite(request, publicOrigin))
        throw new ForeignRequestError('This session came with a request that is not of our own pages.');
      return { name: account.name, museums: account.museums };
    },
    /** Holds the password of the operator made at the first start, as long as it is that. */
    passwordFile: file === undefined ? await findPasswordFile(dataDir, await accounts.current()) : undefined,
  };
}

const sessionPath = '/api/operators/session';
const bodyLimit = 4_096;
const busyRetrySeconds = 5;

/** `name`: the operator's name or e-mail address, in any case. `keep`: for 30 days on this device instead of 12 hours. */
const loginBodySchema = z.strictObject({
  name: z.string().min(1).max(254),
  password: z.string().min(1).max(256),
  keep: z.boolean(),
});

interface OperatorRoutesDependencies {
  accounts: Accounts;
  throttle: LoginThrottle;
  checkPassword: CheckPassword;
  cookie: SessionCookie;
  ended: EndedSessions;
  /** One that runs. @throws OperatorsUnavailableError */
  findSession(request: FastifyRequest): Promise<ReturnType<SessionCookie['find']>>;
}

function registerOperatorRoutes(app: FastifyInstance, dependencies: OperatorRoutesDependencies): void {
  const { accounts, throttle, checkPassword, cookie, ended, findSession } = dependencies;
  app.post(sessionPath, { bodyLimit }, async (request, reply) => {
    const { name, password, keep } = parseInput(loginBodySchema, request.body);
    const account = await logIn(request, name, password);
    request.log.info({ operator: account.name }, 'an operator logged in');
    return withoutCaching(reply)
      .header('set-cookie', cookie.create(request, account, keep))
      .code(204)
      .send();
  });
  // `optional=true`: no session is null. Browsers print every refusal in their console, also where nothing is wrong.
  app.get<{ Querystring: { optional?: string } }>(sessionPath, async (request, reply) => {
    const account = (await findSession(request))?.account;
    if (!account && request.query.optional !== 'true') throw new HttpError('unauthorized', { says: 'not-logged-in' });
    const session = account ? { name: account.name, museums: account.museums } : null;
    return sendResponse(withoutCaching(reply), z.nullable(operatorSessionSchema), session);
  });
  app.delete(sessionPath, async (request, reply) => {
    // The browser forgets the cookie whatever happens here.
    withoutCaching(reply).header('set-cookie', cookie.removal(request));
    const session = await findSession(request);
    if (session) {
      await ended.add(session);
      request.log.info({ operator: session.account.name }, 'an operator logged out');
    }
    return reply.code(204).send();
  });

  async function logIn(request: FastifyRequest, name: string, password: string): Promise<Account> {
    const current = await accounts.current();
    const attempt = throttle.start(clientAddress(request), name);
    if ('waitSeconds' in attempt) throw new HttpError('too-many', { retryAfterSeconds: attempt.waitSeconds });
    const account = await checkPassword(current, name, password).catch((error: unknown) => {
      attempt.release();
      if (error instanceof PasswordsBusyError) throw new HttpError('busy', { retryAfterSeconds: busyRetrySeconds, cause: error });
      throw error;
    });
    if (!account) throw new HttpError('unauthorized', { says: 'login-refused' });
    attempt.succeed();
    return account;
  }
}

function withoutCaching(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
