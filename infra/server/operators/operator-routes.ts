import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.ts';
import { parseInput, sendResponse } from '../http/exchange.ts';
import { HttpError } from '../http/http-error.ts';
import { loginBodySchema, operatorSessionSchema } from '../registry/api/operator-shapes.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';
import type { LoginTries } from './login-throttle.ts';
import { type CheckPassword, PasswordsBusyError } from './password-checks.ts';
import type { SessionSeal } from './session-cookie.ts';

const path = '/api/operators/session';
const bodyLimit = 4_096;
const busyRetrySeconds = 5;

export interface OperatorRoutes {
  accounts: Accounts;
  tries: LoginTries;
  checkPassword: CheckPassword;
  seal: SessionSeal;
}

/** Logging in and out. Writing routes stand behind the gateway's guard against requests of other sites. */
export function registerOperatorRoutes(app: FastifyInstance, { accounts, tries, checkPassword, seal }: OperatorRoutes): void {
  app.post(path, { bodyLimit }, async (request, reply) => {
    const { name, password, keep } = parseInput(loginBodySchema, request.body);
    const account = await logIn(request, name, password);
    request.log.info({ operator: account.name }, 'an operator logged in');
    return closeCaches(reply).header('set-cookie', seal.open(account, keep)).code(204).send();
  });
  app.get(path, async (request, reply) => {
    const account = seal.find(request.headers.cookie, await accounts.current());
    if (!account) throw new HttpError('unauthorized', { says: 'not-logged-in' });
    return sendResponse(closeCaches(reply), operatorSessionSchema, { name: account.name, museums: account.museums });
  });
  app.delete(path, async (_request, reply) => closeCaches(reply).header('set-cookie', seal.closed).code(204).send());

  async function logIn(request: FastifyRequest, name: string, password: string): Promise<Account> {
    const known = await accounts.current();
    const attempt = tries.begin(clientAddress(request), name);
    if ('waitSeconds' in attempt) throw new HttpError('too-many', { retryAfterSeconds: attempt.waitSeconds });
    const account = await checkPassword(known, name, password).catch((error: unknown) => {
      attempt.undone();
      if (error instanceof PasswordsBusyError) throw new HttpError('busy', { retryAfterSeconds: busyRetrySeconds, cause: error });
      throw error;
    });
    if (!account) throw new HttpError('unauthorized', { says: 'login-refused' });
    attempt.right();
    return account;
  }
}

function closeCaches(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
