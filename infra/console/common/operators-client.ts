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
import { z } from 'zod/mini';

export interface Login {
  name: string;
  password: string;
  /** The session outlives the browser. */
  keep: boolean;
}

export interface PinChange {
  museumId: string;
  name: string;
  /** What the museum itself pins as far as this page knows, null for nothing: anything else and the change is refused as stale. */
  expected: string | null;
}

interface ScreenOfMuseum {
  museumId: string;
  name: string;
}

interface Rollback {
  museumId: string;
  toSequence: number;
}

const session = '/api/operators/session';
const registry = '/registry/v1';
const museumPath = (museumId: string) => `${registry}/museums/${encodeURIComponent(museumId)}`;

export type OperatorsClient = ReturnType<typeof createOperatorsClient>;

/** The site as operators use it. Everything rejects with ApiError. */
export function createOperatorsClient(page: Pick<RequestEnvironment, 'fetch' | 'clock'>) {
  const environment: RequestEnvironment = { ...page, isOperator: true };
  const load = <Schema extends z.core.$ZodType>(path: string, schema: Schema) => requestJson({ path }, schema, environment);
  const change = (request: Request) => requestVoid(request, environment);
  const post = <Schema extends z.core.$ZodType>(path: string, body: unknown, schema: Schema) =>
    requestJson({ path, body }, schema, environment);
  return {
    /** Who is logged in, null for nobody. */
    whoAmI: () => load(`${session}?optional=true`, z.nullable(operatorSessionSchema)),
    /** The host of the identity provider that operators may log in with, null for none. */
    loadProvider: async () => (await load('/api/operators/provider', identityProviderSchema)).provider,
    logIn: (body: Login) => change({ path: session, body }),
    logOut: () => change({ method: 'DELETE', path: session }),
    loadOverview: () => load(`${registry}/overview`, overviewSchema),
    loadVersions: async (name: string) => (await load(`${registry}/remotes/${name}/versions`, versionsSchema)).versions,
    loadRollouts: async (museumId: string) => (await load(`${museumPath(museumId)}/rollouts`, rolloutsSchema)).rollouts,
    /** Newest first. */
    loadHistory: async (museumId: string) => (await load(`${museumPath(museumId)}/history`, historySchema)).sets,
    /** Records after the given one, oldest first; of one museum, or of everything the operator may see. */
    loadAudit(after: number, museumId?: string) {
      const query = new URLSearchParams({ after: String(after), ...(museumId && { museum: museumId }) });
      return load(`${registry}/audit?${query}`, auditSchema);
    },
    pin: ({ museumId, name, ...body }: PinChange & { version: string }) =>
      change({ method: 'PUT', path: `${museumPath(museumId)}/pins/${name}`, body }),
    unpin: ({ museumId, name, ...body }: PinChange) => change({ method: 'DELETE', path: `${museumPath(museumId)}/pins/${name}`, body }),
    leaveOut: ({ museumId, name }: ScreenOfMuseum) => change({ method: 'PUT', path: `${museumPath(museumId)}/left-out/${name}`, body: {} }),
    takeIn: ({ museumId, name }: ScreenOfMuseum) => change({ method: 'DELETE', path: `${museumPath(museumId)}/left-out/${name}` }),
    /** By `steps` it goes on by itself. */
    startRollout: ({
      museumId,
      ...body
    }: { museumId: string; versions: Record<string, string> } & ({ percent: number } | { steps: readonly number[] })) =>
      change({ path: `${museumPath(museumId)}/rollouts`, body }),
    changeRollout: ({ museumId, id, ...body }: { museumId: string; id: string; percent: number }) =>
      change({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body }),
    haltRollout: ({ museumId, id }: { museumId: string; id: string }) =>
      change({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body: { halt: true } }),
    /** What rolling back would change; nothing is recorded. */
    previewRollback: ({ museumId, toSequence }: Rollback) =>
      post(`${museumPath(museumId)}/rollback`, { toSequence, preview: true }, rollbackPreviewSchema),
    rollBack: ({ museumId, toSequence }: Rollback) => post(`${museumPath(museumId)}/rollback`, { toSequence }, rollbackResultSchema),
    /** What at least five visits asked in vain, most asked first. */
    loadQuestions: async (museumId: string) => (await load(`${museumPath(museumId)}/questions`, askedQuestionsSchema)).questions,
    /** One group, or all of the museum. */
    eraseQuestions: (museumId: string, id?: string) =>
      change({ method: 'DELETE', path: `${museumPath(museumId)}/questions${id === undefined ? '' : `/${id}`}` }),
    /** Of a remote, or of `host`; undefined if nothing of it was published. */
    loadErrors: (name: string, museumId: string) =>
      load(`${registry}/remotes/${name}/errors?museum=${encodeURIComponent(museumId)}`, screenErrorsSchema).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }),
    loadTokens: async () => (await load(`${registry}/tokens`, tokensSchema)).tokens,
    issueToken: (body: TokenRequest) => post(`${registry}/tokens`, body, issuedTokenSchema),
    revokeToken: (id: string) => change({ method: 'DELETE', path: `${registry}/tokens/${id}` }),
    /** What visits felt of the versions of a remote, newest first, of `*` at all museums. */
    loadVitals: async (name: string, museumId: string) =>
      (await load(`${registry}/remotes/${name}/vitals?museum=${encodeURIComponent(museumId)}`, vitalsSchema)).versions,
    /** Days on which something was spent, oldest first, of `*` by the whole site. */
    loadSpending: async (museumId: string) => (await load(`${museumPath(museumId)}/spending`, spendingSchema)).days,
    grant: (body: { remote: string; version: string; museumId: string; minutes: number }) =>
      post(`${registry}/grants`, body, issuedGrantSchema),
  };
}
