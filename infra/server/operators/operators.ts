import { createHmac } from 'node:crypto';
import { identityProviderSchema, type OperatorSession, operatorSessionSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Log } from '../http/create-log.ts';
import { HttpError, parseInput, sendResponse } from '../http/exchange.ts';
import type { Keys } from '../http/key-files.ts';
import { createOneAtATime } from '../http/kit.ts';
import { clientAddress } from '../http/request-head.ts';
import { comesFromSite } from '../http/same-site-guard.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import {
  type Account,
  type Accounts,
  createBootstrapAdmin,
  defaultOperatorsFile,
  findAccount,
  findPasswordFile,
  OperatorsUnavailableError,
  openAccounts,
} from './accounts.ts';
import { createLoginLog, createLoginThrottle, type LoginLog, type LoginThrottle, type RecordLogin } from './logins.ts';
import { type OidcOptions, providerLoginPath, registerOidcRoutes } from './oidc.ts';
import { dummyHash, matchesPassword } from './password.ts';
import { createSessions, type Session, type Sessions } from './sessions.ts';

interface OperatorsOptions {
  dataDir: string;
  /** `operators.json` in the data folder, which the first start creates. */
  file?: string | undefined;
  keys(): Keys<Buffer>;
  publicOrigin?: string | undefined;
  oidc?: OidcOptions | undefined;
  /** Survives a restart. */
  kept: Pick<SharedState, 'change'>;
  recordLogin?: RecordLogin | undefined;
  clock: Clock;
  log: Log;
}

const sessionPath = '/api/operators/session';
const providerPath = '/api/operators/provider';
export const operatorRoutes = {
  session: `GET ${sessionPath}`,
  logIn: `POST ${sessionPath}`,
  logOut: `DELETE ${sessionPath}`,
  provider: `GET ${providerPath}`,
  providerLogin: `GET ${providerLoginPath}`,
};

export type Operators = Awaited<ReturnType<typeof openOperators>>;

/** @throws OperatorsFileError */
export async function openOperators(options: OperatorsOptions) {
  const { dataDir, file, keys, oidc, publicOrigin, recordLogin, clock, log } = options;
  if (file === undefined) await createBootstrapAdmin(dataDir);
  const accounts = await openAccounts(file ?? defaultOperatorsFile(dataDir), log);
  const kept = explainFailure(options.kept);
  const sessions = createSessions({ kept, accounts, keys, publicOrigin });
  const nameOf = (text: string) => createHmac('sha256', keys()[0]).update(text).digest('base64url').slice(0, 22);
  const dependencies = {
    accounts,
    sessions,
    throttle: createLoginThrottle({ kept, clock, nameOf }),
    logins: createLoginLog({ record: recordLogin, kept, clock, log }),
    checkPassword: createPasswordChecks(),
  };
  return {
    /** The same-site guard protects the writing routes. */
    registerRoutes(app: FastifyInstance): void {
      registerOperatorRoutes(app, dependencies);
      const provider = oidc ? new URL(oidc.issuer).hostname : null;
      app.get(providerPath, async (_request, reply) => sendResponse(withoutCaching(reply), identityProviderSchema, { provider }));
      if (oidc) registerOidcRoutes(app, { ...dependencies, oidc, keys, clock });
    },
    /** Refuses a request from another site's page, and a request without Sec-Fetch-Site. @throws HttpError, OperatorsUnavailableError */
    async sessionOf(request: FastifyRequest): Promise<OperatorSession | undefined> {
      const session = await sessions.find(request);
      if (!session) return undefined;
      if (request.headers['sec-fetch-site'] !== 'same-origin' || !comesFromSite(request, publicOrigin))
        throw new HttpError('forbidden', { reason: 'an operator’s session came with a request from another site' });
      return describe(session);
    },
    /** Undefined once that password is no longer valid. */
    passwordFile: file === undefined ? await findPasswordFile(dataDir, await accounts.current()) : undefined,
  };
}

const describe = ({ name, museums }: Session): OperatorSession => ({ name, museums });

function explainFailure(state: Pick<SharedState, 'change'>): Pick<SharedState, 'change'> {
  return {
    change: (given) =>
      state.change(given).catch((cause: unknown) => {
        throw new OperatorsUnavailableError("Operators' sessions cannot be read or written now.", cause);
      }),
  };
}

const bodyLimit = 4_096;

/** `name` may be the e-mail address, in upper or lower case. `keep`: for 30 days on this device instead of 12 hours. */
const loginBodySchema = z.strictObject({
  name: z.string().min(1).max(254),
  password: z.string().min(1).max(256),
  keep: z.boolean(),
});

interface OperatorRoutesDependencies {
  accounts: Accounts;
  sessions: Sessions;
  throttle: LoginThrottle;
  logins: LoginLog;
  checkPassword: CheckPassword;
}

function registerOperatorRoutes(app: FastifyInstance, dependencies: OperatorRoutesDependencies): void {
  const { accounts, sessions, throttle, logins, checkPassword } = dependencies;
  app.post(sessionPath, { bodyLimit }, async (request, reply) => {
    const { name, password, keep } = parseInput(loginBodySchema, request.body);
    const account = await logIn(request, name, password);
    const cookie = await sessions.open(request, account, keep);
    request.log.info({ operator: account.name }, 'an operator logged in');
    await logins.loggedIn(account.name);
    return withoutCaching(reply).header('set-cookie', cookie).code(204).send();
  });
  // If `optional=true`, a missing session is null, because browsers print every refusal in their console.
  app.get<{ Querystring: { optional?: string } }>(sessionPath, async (request, reply) => {
    const session = await sessions.find(request);
    if (!session && request.query.optional !== 'true') throw new HttpError('unauthorized', { says: 'not-logged-in' });
    return sendResponse(withoutCaching(reply), z.nullable(operatorSessionSchema), session ? describe(session) : null);
  });
  app.delete(sessionPath, async (request, reply) => {
    // The cookie is removed even if finding the session fails.
    withoutCaching(reply).header('set-cookie', sessions.removal(request));
    const session = await sessions.find(request);
    if (session) {
      await session.end();
      request.log.info({ operator: session.name }, 'an operator logged out');
      await logins.loggedOut(session.name);
    }
    return reply.code(204).send();
  });

  async function logIn(request: FastifyRequest, name: string, password: string): Promise<Account> {
    const current = await accounts.current();
    const attempt = await throttle.start(clientAddress(request), name);
    if ('waitSeconds' in attempt) throw new HttpError('too-many', { retryAfterSeconds: attempt.waitSeconds });
    const account = await checkPassword(current, name, password).catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
    if (!account) {
      await logins.refused(findAccount(current, name)?.name);
      throw new HttpError('unauthorized', { says: 'login-refused' });
    }
    await attempt.succeed();
    return account;
  }
}

function withoutCaching(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** Half of libuv's four threads, so that file access keeps the others and memory is bounded. */
const atOnce = 2;
const mostWaiting = 16;

/** @returns the account if the password matches @throws HttpError `busy` */
type CheckPassword = (accounts: readonly Account[], name: string, password: string) => Promise<Account | undefined>;

/** An unknown name takes as long as a wrong password. */
export function createPasswordChecks(matches: typeof matchesPassword = matchesPassword): CheckPassword {
  const queues = Array.from({ length: atOnce }, createOneAtATime);
  let pending = 0;
  let asked = 0;
  return async (accounts, name, password) => {
    const queue = queues[asked % atOnce];
    if (!queue || pending >= atOnce + mostWaiting) throw new HttpError('busy', { reason: 'too many logins at once' });
    asked += 1;
    pending += 1;
    const account = findAccount(accounts, name);
    const hash = account?.password ?? dummyHash(accounts[0]?.password ?? '');
    const isRight = await queue(() => matches(password, hash)).finally(() => {
      pending -= 1;
    });
    return isRight ? account : undefined;
  };
}
