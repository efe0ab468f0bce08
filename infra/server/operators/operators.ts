import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { comesFromSite } from '../http/same-site-guard.ts';
import type { OperatorSession } from '../registry/api/operator-shapes.ts';
import type { Log } from '../registry/state/log.ts';
import { openAccounts } from './accounts.ts';
import { findPasswordFile, makeFirstAccount, ownOperatorsFile } from './bootstrap-admin.ts';
import { createLoginTries } from './login-throttle.ts';
import { makeOnce } from './make-once.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { createPasswordChecks } from './password-checks.ts';
import { createSessionSeal } from './session-cookie.ts';

export interface OperatorsOptions {
  dataDir: string;
  /** Absent: `operators.json` of the data folder, made at the first start. */
  file?: string | undefined;
  /** The site's address as its operators see it. */
  publicOrigin?: string | undefined;
  clock: Clock;
  log: Log;
}

export interface Operators {
  /** Logging in and out, below `/api/operators`. */
  registerRoutes(app: FastifyInstance): void;
  /**
   * The operator whose session a request of our own pages carries, undefined without a session. Unlike a page's
   * writing requests it has to say that it comes from this origin, whatever its method.
   * @throws ForeignRequestError, OperatorsUnavailableError
   */
  sessionOf(request: FastifyRequest): Promise<OperatorSession | undefined>;
  /** Holds the password of the operator made at the first start, as long as it is that. */
  passwordFile: string | undefined;
}

/** A session that came with a request which another site could have caused. */
export class ForeignRequestError extends Error {
  override readonly name = 'ForeignRequestError';
  readonly code = 'foreign-request';
  readonly statusCode = 403;
}

/** @throws OperatorsFileError */
export async function openOperators({ dataDir, file, publicOrigin, clock, log }: OperatorsOptions): Promise<Operators> {
  if (file === undefined) await makeFirstAccount(dataDir);
  const accounts = await openAccounts(file ?? ownOperatorsFile(dataDir), log);
  const seal = createSessionSeal(await loadSessionKey(dataDir), clock);
  const use = { accounts, seal, tries: createLoginTries(clock), checkPassword: createPasswordChecks() };
  return {
    registerRoutes: (app) => registerOperatorRoutes(app, use),
    async sessionOf(request) {
      const account = seal.find(request.headers.cookie, await accounts.current());
      if (!account) return undefined;
      if (request.headers['sec-fetch-site'] !== 'same-origin' || !comesFromSite(request, publicOrigin))
        throw new ForeignRequestError('This session came with a request that is not of our own pages.');
      return { name: account.name, museums: account.museums };
    },
    passwordFile: file === undefined ? await findPasswordFile(dataDir, await accounts.current()) : undefined,
  };
}

/** Sessions outlive a restart; gateways with one data folder share them. */
async function loadSessionKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'keys/operators');
  const key = Buffer.from((await makeOnce(file, () => `${randomBytes(32).toString('base64url')}\n`)).trim(), 'base64url');
  if (key.length !== 32) throw new Error(`${file} holds no key; delete it and start again to have one made.`);
  return key;
}
