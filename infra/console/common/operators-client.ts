import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { TokenRequest } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Request, type RequestEnvironment, requestJson, requestVoid } from '@enfilade/shared-contracts/api/request';
import { z } from 'zod/mini';
import {
  auditSchema,
  grantSchema,
  historySchema,
  issuedTokenSchema,
  operatorSchema,
  overviewSchema,
  providerSchema,
  questionsSchema,
  rollbackSchema,
  rolloutsSchema,
  screenErrorsSchema,
  spendingSchema,
  tokensSchema,
  versionsSchema,
  vitalsSchema,
} from './schemas.ts';

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
  const rollBack = (museumId: string, body: { toSequence: number; preview?: true }) =>
    requestJson({ path: `${museumPath(museumId)}/rollback`, body }, rollbackSchema, environment);
  return {
    /** Who is logged in, undefined for nobody. */
    whoAmI: () =>
      load(`${session}?optional=true`, z.nullable(operatorSchema)).then((operator) => operator ?? undefined, nobodyWhenUnauthorized),
    /** The host of the identity provider that operators may log in with; undefined for none, and at gateways of earlier releases. */
    loadProvider: () =>
      load('/api/operators/provider', providerSchema).then(
        ({ provider }) => provider ?? undefined,
        () => undefined,
      ),
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
    previewRollback: ({ museumId, toSequence }: Rollback) => rollBack(museumId, { toSequence, preview: true }),
    rollBack: ({ museumId, toSequence }: Rollback) => rollBack(museumId, { toSequence }),
    /** What at least five visits asked in vain, most asked first. */
    loadQuestions: async (museumId: string) => (await load(`${museumPath(museumId)}/questions`, questionsSchema)).questions,
    /** One group, or all of the museum. */
    eraseQuestions: (museumId: string, id?: string) =>
      change({ method: 'DELETE', path: `${museumPath(museumId)}/questions${id === undefined ? '' : `/${id}`}` }),
    /** Of a remote, or of `host`; undefined where nothing of it was ever published, and where the site does not tell. */
    loadErrors: (name: string, museumId: string) =>
      load(`${registry}/remotes/${name}/errors?museum=${encodeURIComponent(museumId)}`, screenErrorsSchema).catch(nothingWhenUnknown),
    loadTokens: async () => (await load(`${registry}/tokens`, tokensSchema)).tokens,
    issueToken: (body: TokenRequest) => requestJson({ path: `${registry}/tokens`, body }, issuedTokenSchema, environment),
    revokeToken: (id: string) => change({ method: 'DELETE', path: `${registry}/tokens/${id}` }),
    /** What visits felt of the versions of a remote, newest first, of `*` at all museums; undefined where the site does not tell. */
    loadVitals: (name: string, museumId: string) =>
      load(`${registry}/remotes/${name}/vitals?museum=${encodeURIComponent(museumId)}`, vitalsSchema).then(
        ({ versions }) => versions,
        nothingWhenUnknown,
      ),
    /** Days on which something was spent, oldest first, of `*` by the whole site; undefined where the site does not tell. */
    loadSpending: (museumId: string) =>
      load(`${museumPath(museumId)}/spending`, spendingSchema).then(({ days }) => days, nothingWhenUnknown),
    grant: (body: { remote: string; version: string; museumId: string; minutes: number }) =>
      requestJson({ path: `${registry}/grants`, body }, grantSchema, environment),
  };
}

/** Gateways of earlier releases have no such address. */
function nothingWhenUnknown(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

/** Gateways of earlier releases refuse. */
function nobodyWhenUnauthorized(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}
