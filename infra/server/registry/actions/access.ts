import { isDeepStrictEqual } from 'node:util';
import {
  issuedTokenSchema,
  type TokenSummary,
  tokenRequestSchema,
  tokenSummarySchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import {
  type PipelineRun,
  pipelineRunSchema,
  policyAnswerSchema,
  type RemotePolicy,
  remotePolicySchema,
} from '@enfilade/shared-contracts/api/version-schemas';
import { remoteNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { ForbiddenError, PublishRefusedError, UnknownReleaseError } from '../state/registry-error.ts';
import type { IssuedToken, RegistryState } from '../state/registry-state.ts';
import { readPositionals, readTokenId } from './arguments.ts';
import { checkedBefore, defineAction, defineRecord, isWithin, text, texts } from './define-action.ts';

const pipelineMinutes = 15;
const noPlace = () => ({ remotes: [], museums: [] });

/** A damaged time becomes 1970-01-01, so that the token counts as expired. */
const after = (at: string, durationMs: number) => new Date(Date.parse(at) + durationMs || 0).toISOString();

/** Drops expired tokens, so that the memory does not grow. */
function withToken(state: RegistryState, token: IssuedToken): RegistryState {
  const alive = [...state.tokens].filter(([, { expiresAt }]) => expiresAt > token.issuedAt);
  return { ...state, tokens: new Map(alive).set(token.id, token) };
}

const summaryOf = ({ hash: _, ...token }: IssuedToken): TokenSummary => token;

function findToken(state: RegistryState, id: string): IssuedToken {
  const token = state.tokens.get(id);
  if (token) return token;
  throw unknownToken();
}

const unknownToken = () => new UnknownReleaseError('The token does not exist or was revoked; `tokens` lists the valid tokens.');

/** The secret is not stored. Issuing or revoking a token requires all rights of the token. */
export const issueToken = defineAction({
  route: 'POST /tokens',
  status: 201,
  request: tokenRequestSchema,
  scope: 'tokens',
  touches: noPlace,
  record: defineRecord({
    name: 'token-issued',
    payload: z.object({ id: text, name: text, hash: text, days: z.number(), actions: texts, remotes: texts, museums: texts }),
    touches: ({ remotes, museums }) => ({ remotes, museums }),
    change(state, { hash, days, actions, ...token }, { at: issuedAt, actor: issuedBy }) {
      const expiresAt = after(issuedAt, days * 86_400_000);
      const rights = actions as TokenSummary['actions'];
      return withToken(state, { ...token, actions: rights, issuedAt, issuedBy, expiresAt, hash: Buffer.from(hash, 'hex') });
    },
    sentence({ name, days, actions, remotes, museums }) {
      const [what, of, where] = [actions, remotes, museums].map((list) => list.join(', '));
      return {
        en: `issued the token ${name} for ${where}, ${days} days long: ${what} of ${of}`,
        de: `Token ${name} ausgestellt für ${where}, ${days} Tage lang: ${what} von ${of}`,
        fr: `jeton ${name} émis pour ${where}, ${days} jours : ${what} de ${of}`,
      };
    },
  }),
  decide(state, request, { scope, newId, newSecret }) {
    if (!isWithin(scope, request))
      throw new ForbiddenError('A token cannot have more rights than its issuer: name fewer museums or remotes.');
    const isTaken = [...state.tokens.values()].some((other) => other.name === request.name && !isWithin(scope, other));
    if (isTaken) throw new PublishRefusedError(`Another operator’s token has the name ${request.name}; choose another name.`);
    return { ...request, id: newId(), hash: newSecret().hash };
  },
  answer: ({ after: state, context: { newId, newSecret } }) => ({ ...summaryOf(findToken(state, newId())), secret: newSecret().secret }),
  response: issuedTokenSchema,
  command: 'token',
});

/** Ends the token from the next request on; at other gateways within 1 s. */
export const revokeToken = defineAction({
  route: 'DELETE /tokens/:id',
  request: z.strictObject({ id: z.uuid() }),
  scope: 'tokens',
  touches: noPlace,
  record: defineRecord({
    name: 'token-revoked',
    payload: z.object({ id: text, name: z.optional(text), remotes: z.optional(texts), museums: z.optional(texts) }),
    touches: ({ remotes = ['*'], museums = ['*'] }) => ({ remotes, museums }),
    change(state, { id }) {
      const tokens = new Map(state.tokens);
      tokens.delete(id);
      return { ...state, tokens };
    },
    // An unreadable record may have revoked any token, so no token stays valid.
    changeUnread: (state) => ({ ...state, tokens: new Map() }),
    sentence: ({ id, name = id }) => ({
      en: `revoked the token ${name}`,
      de: `Token ${name} widerrufen`,
      fr: `jeton ${name} révoqué`,
    }),
  }),
  decide(state, { id }, { scope }) {
    const token = findToken(state, id);
    if (!isWithin(scope, token)) throw unknownToken();
    const { name, remotes, museums } = token;
    return { id, name, remotes, museums };
  },
  answer: ({ before, request: { id } }) => summaryOf(findToken(before, id)),
  response: tokenSummarySchema,
  command: {
    name: 'revoke',
    usage: 'ID',
    help: 'ends a token',
    options: {},
    read: (given) => ({ id: readTokenId(...readPositionals(given, 'the id of one token')) }),
    say: ({ name }) => `${name} is revoked and no longer valid.`,
  },
});

/** The site verified the run's identity before. `idToken`: SHA-256 of the identity token in hexadecimal. */
export const issuePipelineToken = defineAction({
  request: z.strictObject({ remote: remoteNameSchema, pipeline: pipelineRunSchema, idToken: text }),
  scope: 'publish',
  record: defineRecord({
    name: 'pipeline-token-issued',
    payload: z.object({ id: text, name: text, minutes: z.number(), pipeline: checkedBefore<PipelineRun>(), hash: text, idToken: text }),
    change(state, { id, name, minutes, hash }, { at: issuedAt, actor: issuedBy }) {
      const may = { name: `ci-${name}`, actions: ['publish' as const], remotes: [name], museums: ['*'] };
      const expiresAt = after(issuedAt, minutes * 60_000);
      return withToken(state, { id, ...may, issuedAt, issuedBy, expiresAt, hash: Buffer.from(hash, 'hex') });
    },
    sentence: ({ name, minutes }) => ({
      en: `let a run publish ${name} for ${minutes} minutes`,
      de: `ein Lauf durfte ${name} ${minutes} Minuten lang veröffentlichen`,
      fr: `a permis à une exécution de publier ${name} pendant ${minutes} minutes`,
    }),
  }),
  decide: (_state, { remote: name, pipeline, idToken }, { newId, newSecret }) => ({
    ...{ id: newId(), name, minutes: pipelineMinutes, hash: newSecret().hash, pipeline, idToken },
  }),
  answer: ({ after: state, context: { newId, newSecret } }) => ({
    secret: newSecret().secret,
    expiresAt: findToken(state, newId()).expiresAt,
  }),
});

const policySet = defineRecord({
  name: 'policy-set',
  /** Null removes the policy. */
  payload: z.object({ name: text, policy: z.nullable(checkedBefore<RemotePolicy>()) }),
  change(state, { name, policy }) {
    const policies = new Map(state.policies);
    if (policy) policies.set(name, policy);
    else policies.delete(name);
    return { ...state, policies };
  },
  sentence: ({ name, policy }) =>
    policy
      ? {
          en: `${name} comes from ${policy.workflow} of ${policy.repository}`,
          de: `${name} kommt von ${policy.workflow} in ${policy.repository}`,
          fr: `${name} vient de ${policy.workflow} de ${policy.repository}`,
        }
      : {
          en: `${name} may come from anywhere`,
          de: `${name} darf von überall kommen`,
          fr: `${name} peut venir de partout`,
        },
});

/** A policy allows publishing for all museums, so setting a policy touches all museums. */
const touches = ({ name }: { name?: string | undefined }) => ({ remotes: [name], museums: ['*'] });

export const setPolicy = defineAction({
  route: 'PUT /remotes/:name/policy',
  request: z.strictObject({ name: remoteNameSchema, ...remotePolicySchema.shape }),
  scope: 'tokens',
  touches,
  record: policySet,
  decide: ({ policies }, { name, ...policy }) => (isDeepStrictEqual(policies.get(name), policy) ? undefined : { name, policy }),
  answer: ({ request: { name, ...policy } }) => ({ name, policy }),
  response: policyAnswerSchema,
  command: 'policy',
});

/** Published and pinned versions stay. */
export const removePolicy = defineAction({
  route: 'DELETE /remotes/:name/policy',
  request: z.strictObject({ name: remoteNameSchema }),
  scope: 'tokens',
  touches,
  record: policySet,
  decide: ({ policies }, { name }) => (policies.has(name) ? { name, policy: null } : undefined),
  answer: ({ request: { name } }) => ({ name, policy: null }),
  response: policyAnswerSchema,
  command: 'policy --none',
});

// Only callers with rights at all museums see the records of logins.

export const loggedIn = defineRecord({
  name: 'operator-logged-in',
  payload: z.object({ name: text }),
  touches: () => 'site',
  change: (state) => state,
  sentence: () => ({ en: 'logged in', de: 'hat sich angemeldet', fr: 's’est connecté' }),
});

export const loggedOut = defineRecord({
  name: 'operator-logged-out',
  payload: z.object({ name: text }),
  touches: () => 'site',
  change: (state) => state,
  sentence: () => ({ en: 'logged out', de: 'hat sich abgemeldet', fr: 's’est déconnecté' }),
});

export const loginRefused = defineRecord({
  name: 'login-refused',
  /** `name`: the account's name; null if no account matches. `times`: refusals since the previous record. */
  payload: z.object({ name: z.nullable(text), times: z.number() }),
  touches: () => 'site',
  change: (state) => state,
  sentence: ({ name, times }) =>
    name === null
      ? {
          en: `login without an account refused (${times}×)`,
          de: `Anmeldung ohne Konto abgelehnt (${times}×)`,
          fr: `connexion sans compte refusée (${times}×)`,
        }
      : {
          en: `login of ${name} refused (${times}×)`,
          de: `Anmeldung von ${name} abgelehnt (${times}×)`,
          fr: `connexion de ${name} refusée (${times}×)`,
        },
});
