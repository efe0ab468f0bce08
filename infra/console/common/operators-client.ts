import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import {
  askedQuestionsSchema,
  auditSchema,
  historySchema,
  identityProviderSchema,
  issuedGrantSchema,
  issuedTokenSchema,
  operatorSessionSchema,
  overviewSchema,
  rollbackPreviewSchema,
  rollbackResultSchema,
  rolloutsSchema,
  screenErrorsSchema,
  spendingSchema,
  type TokenRequest,
  tokensSchema,
  vitalsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { type Request, type RequestEnvironment, requestJson, requestVoid } from '@enfilade/shared-contracts/api/request';
import { versionsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod/mini';
import routes from './routes.json';

export interface Login {
  name: string;
  password: string;
  /** The session outlives the browser. */
  keep: boolean;
}

type OfMuseum<Given> = { museumId: string } & Given;
/** `expected`: the museum's own pin as this page loaded it, null for none. If the pin differs, the registry refuses the change. */
type PinChange = OfMuseum<{ name: string; expected: string | null }>;

interface AuditPart {
  newest: number;
  /** Records before this number. */
  before: number | undefined;
  language: Language;
  /** By default everything that the operator may see. */
  museum: string | undefined;
}

/** Given fields fill the path; the other fields become the query or the body. */
export function requestTo(name: keyof typeof routes, given: object = {}): Request {
  const [method = '', template = ''] = routes[name].split(' ');
  const left = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const path = template.replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(left.get(field)));
    left.delete(field);
    return value;
  });
  const query = method === 'GET' && left.size > 0 ? `?${new URLSearchParams([...left].map(([key, value]) => [key, String(value)]))}` : '';
  const body = method === 'GET' || (method === 'DELETE' && left.size === 0) ? {} : { body: Object.fromEntries(left) };
  return { method: method as 'GET', path: path + query, ...body };
}

export type OperatorsClient = ReturnType<typeof createOperatorsClient>;

/** Every request rejects with ApiError. */
export function createOperatorsClient(page: Pick<RequestEnvironment, 'fetch' | 'clock'>) {
  const environment: RequestEnvironment = { ...page, isOperator: true };
  const load = <Schema extends z.core.$ZodType>(name: keyof typeof routes, schema: Schema, given?: object) =>
    requestJson(requestTo(name, given), schema, environment);
  const change = (name: keyof typeof routes, given?: object) => requestVoid(requestTo(name, given), environment);
  return {
    /** Null for nobody. */
    whoAmI: () => load('session', z.nullable(operatorSessionSchema), { optional: true }),
    /** Host of the identity provider; null for none. */
    loadProvider: async () => (await load('provider', identityProviderSchema)).provider,
    logIn: (login: Login) => change('logIn', login),
    logOut: () => change('logOut'),
    loadOverview: () => load('overview', overviewSchema),
    loadVersions: async (name: string) => (await load('versions', versionsSchema, { name })).versions,
    loadRollouts: async (museumId: string) => (await load('rollouts', rolloutsSchema, { museumId })).rollouts,
    /** Newest first. */
    loadHistory: async (museumId: string) => (await load('history', historySchema, { museumId })).sets,
    loadAudit: (part: AuditPart) => load('audit', auditSchema, part),
    pin: (given: PinChange & { version: string }) => change('pin', given),
    unpin: (given: PinChange) => change('unpin', given),
    leaveOut: (given: OfMuseum<{ name: string }>) => change('leaveOut', given),
    takeIn: (given: OfMuseum<{ name: string }>) => change('takeIn', given),
    startRollout: (given: OfMuseum<{ versions: Record<string, string> }> & ({ percent: number } | { steps: readonly number[] })) =>
      change('startRollout', given),
    changeRollout: (given: OfMuseum<{ id: string; percent: number }>) => change('changeRollout', given),
    haltRollout: (given: OfMuseum<{ id: string }>) => change('halt', { ...given, halt: true }),
    /** Records nothing. */
    previewRollback: (given: OfMuseum<{ toSequence: number }>) => load('rollBack', rollbackPreviewSchema, { ...given, preview: true }),
    rollBack: (given: OfMuseum<{ toSequence: number }>) => load('rollBack', rollbackResultSchema, given),
    /** Questions of at least five visits that got no answer, most frequent first. */
    loadQuestions: async (museumId: string) => (await load('questions', askedQuestionsSchema, { museumId })).questions,
    /** Erases all questions of the museum if `question` is undefined. */
    eraseQuestions: (museumId: string, question?: string) =>
      change(question === undefined ? 'eraseQuestions' : 'eraseQuestion', { museumId, question }),
    /** `name` is a remote or `host`. Undefined if none of its versions was published. */
    loadErrors: (name: string, museum: string) =>
      load('errors', screenErrorsSchema, { name, museum }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }),
    loadTokens: async () => (await load('tokens', tokensSchema)).tokens,
    issueToken: (given: TokenRequest) => load('issueToken', issuedTokenSchema, given),
    revokeToken: (id: string) => change('revokeToken', { id }),
    /** Newest versions first; with `*` at all museums. */
    loadVitals: async (name: string, museum: string) => (await load('vitals', vitalsSchema, { name, museum })).versions,
    /** Oldest day first; with `*` of the whole site. */
    loadSpending: async (museumId: string) => (await load('spending', spendingSchema, { museumId })).days,
    grant: (given: OfMuseum<{ remote: string; version: string; minutes: number }>) => load('issueGrant', issuedGrantSchema, given),
  };
}
