import { createHash } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { operatorsPath } from '@enfilade/shared-contracts/visit/arrival';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAuth, Configuration } from 'openid-client';
import { z } from 'zod';
import { clientAddress } from '../http/request-head.ts';
import { settingOf } from '../http/setting.ts';
import { createSignedCookie, type SignedCookieOptions } from '../http/signed-cookie.ts';
import { type Account, accountSchema } from './accounts.ts';
import type { LoginLog, LoginThrottle } from './logins.ts';
import type { SessionOwner, Sessions } from './sessions.ts';

const groupsSchema = z
  .string()
  .max(65_536)
  .transform((text) => parseJson(text))
  .pipe(
    z.record(
      z.string().min(1),
      accountSchema.shape.museums,
      'must be JSON such as {"museum-it":"*","belmonte":["0123456789abcdef01234567"]}',
    ),
  );

/** The issuer must use TLS, because the site loads the provider's keys from it. A provider on this machine may use http. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  const isLocal = /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
  return !username && !search && !hash && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

const claimSchema = z.string().min(1).max(256);
const ofLogins = settingOf('logins');

export const oidcSettings = {
  OIDC_ISSUER: ofLogins(
    z.string().max(2048).refine(isIssuer, 'must be an https address without query, such as https://login.example.org').optional(),
    'Identity provider, beside `PUBLIC_ORIGIN`. Register `PUBLIC_ORIGIN/api/operators/oidc/callback` there. Passwords stay valid.',
    { absent: 'passwords only' },
  ),
  OIDC_CLIENT_ID: ofLogins(z.string().max(512).optional(), 'The site at the identity provider.'),
  OIDC_CLIENT_SECRET: ofLogins(z.string().max(4096).optional(), 'The site always uses PKCE.', {
    secret: 'text',
    absent: 'a public client',
  }),
  OIDC_GROUPS: ofLogins(groupsSchema.optional(), 'Museums of each group: `{"museum-it":"*","museum-team":["MUSEUM-ID"]}`.'),
  OIDC_GROUPS_CLAIM: ofLogins(claimSchema.default('groups'), 'Claim with the groups.'),
  OIDC_NAME_CLAIM: ofLogins(claimSchema.default('email'), 'Claim with the name for the audit log.'),
  OIDC_SCOPE: ofLogins(
    z
      .string()
      .regex(/^openid( [\w.:/-]+)*$/, 'must begin with openid, with spaces between')
      .default('openid email profile'),
    'Scopes of the login.',
  ),
};

const schema = z.object(oidcSettings);

export function findOidcProblems(given: Partial<z.infer<typeof schema>> & { PUBLIC_ORIGIN?: string | undefined }): string[] {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_GROUPS', 'PUBLIC_ORIGIN'] as const;
  const named = (['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_GROUPS'] as const).find((name) => given[name] !== undefined);
  return named === undefined ? [] : needed.filter((name) => given[name] === undefined).map((name) => `${name} is missing beside ${named}`);
}

export type OidcOptions = NonNullable<ReturnType<typeof readOidc>>;

/** Undefined if no provider is set. */
export function readOidc(given: z.infer<typeof schema> & { PUBLIC_ORIGIN?: string | undefined }) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_GROUPS: groups, PUBLIC_ORIGIN: publicOrigin } = given;
  if (issuer === undefined || clientId === undefined || groups === undefined || publicOrigin === undefined) return undefined;
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_GROUPS_CLAIM: groupsClaim, OIDC_NAME_CLAIM: nameClaim, OIDC_SCOPE: scope } = given;
  return { issuer, clientId, clientSecret, groups, groupsClaim, nameClaim, scope, publicOrigin };
}

type Claims = Readonly<Record<string, unknown>>;

/** Undefined if the site has none of the person's groups. */
export function museumsOf(groups: OidcOptions['groups'], said: unknown): Account['museums'] | undefined {
  const known = [said].flat().flatMap((group) => (typeof group === 'string' && Object.hasOwn(groups, group) ? [groups[group] ?? []] : []));
  if (known.includes('*')) return '*';
  const museums = [...new Set(known.flat())];
  return museums.length > 0 ? museums : undefined;
}

const longestName = 55;

/** The name contains an `@`, which no account's name does: a person called `local` at the provider cannot pass for the operator `local`. */
export function nameOf(claims: Claims, { nameClaim, issuer }: Pick<OidcOptions, 'nameClaim' | 'issuer'>): string {
  const said = claims[nameClaim];
  const isTrusted = typeof said === 'string' && said !== '' && !(nameClaim === 'email' && claims['email_verified'] === false);
  const text = isTrusted ? said : String(claims['sub']);
  const whole = text.includes('@') ? text : `${text}@${new URL(issuer).hostname}`;
  const name = whole.replace(/[^\w.@+-]/g, '_');
  if (name === whole && name.length <= longestName) return name;
  // The hash distinguishes names that differ only in replaced or cut characters.
  return `${name.slice(0, longestName - 13)}~${createHash('sha256').update(whole).digest('hex').slice(0, 12)}`;
}

export const providerLoginPath = '/api/operators/oidc';
const callbackPath = `${providerLoginPath}/callback`;
const underwaySeconds = 600;
const requestSeconds = 5;

const underwaySchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), search: z.string(), at: z.number() });
type Underway = z.infer<typeof underwaySchema>;

/** The console's address carries the reason. */
class FailedLoginError extends Error {
  override readonly name = 'FailedLoginError';
  readonly why: 'unavailable' | 'refused' | 'no-museum' | 'too-many';

  constructor(why: FailedLoginError['why'], options?: ErrorOptions) {
    super('A login by the identity provider failed.', options);
    this.why = why;
  }
}

interface OidcRoutes extends Pick<SignedCookieOptions, 'keys'> {
  oidc: OidcOptions;
  sessions: Sessions;
  throttle: LoginThrottle;
  logins: LoginLog;
  clock: Pick<Clock, 'now'>;
}

/** Authorization code with PKCE, state and nonce, which are in a signed cookie so that any gateway can accept the provider's answer. */
export function registerOidcRoutes(app: FastifyInstance, { oidc, keys, sessions, throttle, logins, clock }: OidcRoutes): void {
  const { publicOrigin, scope } = oidc;
  // With SameSite=Strict, the cookie would be missing on the redirect from the provider.
  const cookie = createSignedCookie({ name: 'oidc', sameSite: 'Lax', keys, publicOrigin });
  const loadProvider = createProviderLoader(oidc);
  const redirect = (reply: FastifyReply, address: string) => reply.header('cache-control', 'no-store').redirect(address, 303);
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    request.log.warn({ err: error }, 'a login by the identity provider failed');
    return redirect(reply, `${operatorsPath}?login=${error instanceof FailedLoginError ? error.why : 'unavailable'}`);
  };

  app.get<{ Querystring: { back?: unknown } }>(providerLoginPath, async (request, reply) => {
    const { back } = request.query;
    // Accepts only a query of the console, so that the login is not an open redirect.
    const search = typeof back === 'string' && /^\?[\w=&*-]{1,200}$/.test(back) ? back : '';
    try {
      const { client, config } = await loadProvider();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: publicOrigin + callbackPath, scope, state, nonce, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
      });
      const underway: Underway = { state, nonce, verifier, search, at: clock.now() };
      const text = Buffer.from(JSON.stringify(underway)).toString('base64url');
      reply.header('set-cookie', cookie.header(request, text, { maxAgeSeconds: underwaySeconds }));
      return redirect(reply, url.href);
    } catch (error) {
      return fail(request, reply, error);
    }
  });

  app.get(callbackPath, async (request, reply) => {
    reply.header('set-cookie', cookie.removal(request));
    try {
      const underway = underwaySchema.safeParse(parseJson(Buffer.from(cookie.find(request) ?? '', 'base64url').toString())).data;
      if (!underway || clock.now() - underway.at > underwaySeconds * 1000) throw new FailedLoginError('refused');
      const owner = await logIn(request, underway);
      reply.header('set-cookie', await sessions.open(request, owner, false));
      request.log.info({ operator: owner.name }, 'an operator logged in by the identity provider');
      await logins.loggedIn(owner.name);
      return redirect(reply, operatorsPath + underway.search);
    } catch (error) {
      return fail(request, reply, error);
    }
  });

  async function logIn(request: FastifyRequest, underway: Underway): Promise<SessionOwner> {
    const attempt = await throttle.start(clientAddress(request), callbackPath);
    if ('waitSeconds' in attempt) throw new FailedLoginError('too-many');
    const url = new URL(publicOrigin + request.url);
    const claims = await readClaims(await loadProvider(), url, { underway, oidc }).catch(async (error: unknown) => {
      if (error instanceof FailedLoginError && error.why === 'unavailable') await attempt.release();
      throw error;
    });
    const [name, museums] = [nameOf(claims, oidc), museumsOf(oidc.groups, claims[oidc.groupsClaim])];
    if (!museums) {
      await logins.refused(name);
      throw new FailedLoginError('no-museum');
    }
    await attempt.succeed();
    return { name, museums };
  }
}

type Client = typeof import('openid-client');
interface Provider {
  client: Client;
  config: Configuration;
}

/** A failed load is repeated at the next login. */
function createProviderLoader({ issuer, clientId, clientSecret }: OidcOptions): () => Promise<Provider> {
  let loading: Promise<Provider> | undefined;
  async function load(): Promise<Provider> {
    const client = await import('openid-client');
    const address = new URL(issuer);
    const authentication = clientSecret === undefined ? client.None() : proveBySecret(client, clientSecret);
    const execute = address.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const config = await client.discovery(address, clientId, undefined, authentication, { execute, timeout: requestSeconds });
    return { client, config };
  }
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw new FailedLoginError('unavailable', { cause });
    });
    return loading;
  };
}

/** Sends the secret in the header, as the standard requires, unless the provider accepts secrets only in the body. */
function proveBySecret(client: Client, secret: string): ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported;
    return (known && !known.includes('client_secret_basic') ? inBody : inHeader)(server, ...rest);
  };
}

/** Many providers return groups only from the userinfo endpoint. @throws FailedLoginError */
async function readClaims(
  { client, config }: Provider,
  url: URL,
  { underway, oidc }: { underway: Underway; oidc: OidcOptions },
): Promise<Claims> {
  const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = underway;
  try {
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
    });
    const claims: Claims = { ...tokens.claims() };
    if (claims[oidc.groupsClaim] !== undefined || !config.serverMetadata().userinfo_endpoint) return claims;
    return { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, String(claims['sub']))) };
  } catch (cause) {
    const isUnreachable = cause instanceof TypeError || (cause instanceof Error && cause.name === 'TimeoutError');
    throw new FailedLoginError(isUnreachable ? 'unavailable' : 'refused', { cause });
  }
}
