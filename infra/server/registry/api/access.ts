import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperatorSession } from '@enfilade/shared-contracts/api/registry-schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyKind } from '../../http/key-files.ts';
import { allows, everything, type RegistryAction, type Scope } from '../actions/define-action.ts';
import { ForbiddenError, UnauthorizedError } from '../state/registry-error.ts';
import type { IssuedToken } from '../state/registry-state.ts';

/** The actor of the site's own token in the journal. */
const localName = 'local';
const secretPattern = /^[A-Za-z0-9_-]{43,}$/;

export interface Token {
  name: string;
  /** SHA-256 of the secret, which is not kept in memory. */
  hash: Buffer;
  scope: Scope;
}

export const siteTokens: KeyKind<Token> = {
  name: 'token',
  variable: 'SITE_TOKEN',
  file: `tokens/${localName}`,
  create: () => randomBytes(32).toString('base64url'),
  split: (text) => text.split(/[\s,]+/).filter(Boolean),
  parse: (text) => (secretPattern.test(text) ? createToken(localName, text, everything) : undefined),
  says: {
    form: 'a token of at least 43 letters, digits, hyphens and underscores',
    wayOut: 'delete the file and start again to get a new token',
  },
};

export function createToken(name: string, secret: string, scope: Scope): Token {
  return { name, hash: sha256(secret), scope };
}

export const callerOf = ({ name, actions, remotes, museums, hash }: IssuedToken): Token => ({
  name: `token:${name}`,
  hash,
  scope: { actions, remotes, museums },
});

/** Every wrong secret takes the same time. */
export function findToken(tokens: readonly Token[], secret: string): Token | undefined {
  const hash = sha256(secret);
  let found: Token | undefined;
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found = token;
  return found;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Throws if another site may have sent the request. */
export type SessionOf = (request: FastifyRequest) => Promise<OperatorSession | undefined>;

type FindToken = (secret: string) => Token | undefined;

export type Access = ReturnType<typeof createAccess>;

interface Caller {
  /** `local` for the site's own token, `token:…` or `operator:…`. */
  actor: string;
  scope: Scope;
  /** For operators, who cannot use another token. */
  refusal?: string;
}

const placeOf = (remotes: readonly string[], museums: readonly string[]) => {
  const ofRemotes = remotes.map((name) => (name === '*' ? 'every remote' : name)).join(', ');
  const ofMuseums = museums.map((id) => (id === '*' ? 'every museum' : `museum ${id}`)).join(', ');
  return `${ofRemotes && ` for ${ofRemotes}`}${ofMuseums && ` at ${ofMuseums}`}`;
};

function refuseToken({ actor, scope }: Caller, action: RegistryAction, asked: string): string {
  const has = `${actor.replace(':', ' ')} has the rights ${scope.actions.join(', ')}${placeOf(scope.remotes, scope.museums)}`;
  return `This needs the right ${action}${asked}, and ${has}. Use a token that was issued for this.`;
}

const unknownCaller = 'Send a valid token as "Authorization: Bearer …", or log in at /operator.';
const operatorRefusal = 'Your account does not cover this museum: ask the administrator of this site.';

/** Finds the caller of each request before the body is read. */
export function createAccess(scope: FastifyInstance, findToken: FindToken, sessionOf: SessionOf) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { authorization } = request.headers;
    const caller = authorization === undefined ? operatorCaller(await sessionOf(request)) : tokenCaller(findToken, authorization);
    if (!caller) throw new UnauthorizedError(unknownCaller);
    callers.set(request, caller);
  });
  return {
    /** @returns the actor's name @throws ForbiddenError */
    authorize(request: FastifyRequest, action: RegistryAction, remote?: string, museum?: string): string {
      const caller = callers.get(request);
      if (caller && allows(caller.scope, action, remote, museum)) return caller.actor;
      if (!caller) throw new UnauthorizedError(unknownCaller);
      const asked = placeOf(remote === undefined ? [] : [remote], museum === undefined ? [] : [museum]);
      throw new ForbiddenError(caller.refusal ?? refuseToken(caller, action, asked));
    },
    scopeOf: (request: FastifyRequest) => callers.get(request)?.scope ?? { actions: [], remotes: [], museums: [] },
  };
}

function tokenCaller(findToken: FindToken, authorization: string): Caller | undefined {
  const [, secret] = /^Bearer ([\w-]{1,256})$/i.exec(authorization) ?? [];
  const token = secret === undefined ? undefined : findToken(secret);
  return token && { actor: token.name, scope: token.scope };
}

function operatorCaller(session: OperatorSession | undefined): Caller | undefined {
  if (!session) return undefined;
  const museums = session.museums === '*' ? ['*'] : session.museums;
  return { actor: `operator:${session.name}`, scope: { actions: ['*'], remotes: ['*'], museums }, refusal: operatorRefusal };
}
