import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { type Request, type RequestEnvironment, requestJson, requestVoid } from '@enfilade/shared-contracts/api/request';
import type { z } from 'zod';
import {
  type AuditRecord,
  auditSchema,
  type EarlierSet,
  grantSchema,
  historySchema,
  type IssuedGrant,
  type Operator,
  type Overview,
  operatorSchema,
  overviewSchema,
  type RollbackPlan,
  type Rollout,
  rollbackSchema,
  rolloutsSchema,
  type Version,
  versionsSchema,
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

/** The site as operators use it. Everything rejects with ApiError. */
export interface OperatorsClient {
  /** Who is logged in, undefined for nobody. */
  whoAmI(): Promise<Operator | undefined>;
  logIn(login: Login): Promise<void>;
  logOut(): Promise<void>;
  loadOverview(): Promise<Overview>;
  loadVersions(name: string): Promise<Version[]>;
  loadRollouts(museumId: string): Promise<Rollout[]>;
  /** Newest first. */
  loadHistory(museumId: string): Promise<EarlierSet[]>;
  /** Records after the given one, oldest first; of one museum, or of everything the operator may see. */
  loadAudit(after: number, museumId?: string): Promise<AuditRecord[]>;
  pin(change: PinChange & { version: string }): Promise<void>;
  unpin(change: PinChange): Promise<void>;
  startRollout(start: { museumId: string; versions: Record<string, string>; percent: number }): Promise<void>;
  changeRollout(change: { museumId: string; id: string; percent: number }): Promise<void>;
  haltRollout(rollout: { museumId: string; id: string }): Promise<void>;
  /** What rolling back would change; nothing is recorded. */
  previewRollback(to: { museumId: string; toSequence: number }): Promise<RollbackPlan>;
  rollBack(to: { museumId: string; toSequence: number }): Promise<RollbackPlan>;
  grant(grant: { remote: string; version: string; museumId: string; minutes: number }): Promise<IssuedGrant>;
}

const session = '/api/operators/session';
const registry = '/registry/v1';
const museumPath = (museumId: string) => `${registry}/museums/${encodeURIComponent(museumId)}`;

export function createOperatorsClient(page: Pick<RequestEnvironment, 'fetch' | 'clock'>): OperatorsClient {
  const environment: RequestEnvironment = { ...page, isOperator: true };
  const load = <Schema extends z.ZodType>(path: string, schema: Schema) => requestJson({ path }, schema, environment);
  const change = (request: Request) => requestVoid(request, environment);
  const rollBack = (museumId: string, body: { toSequence: number; preview?: true }) =>
    requestJson({ path: `${museumPath(museumId)}/rollback`, body }, rollbackSchema, environment);
  return {
    whoAmI: () =>
      load(`${session}?optional=true`, operatorSchema.nullable()).then((operator) => operator ?? undefined, nobodyWhenUnauthorized),
    logIn: (body) => change({ path: session, body }),
    logOut: () => change({ method: 'DELETE', path: session }),
    loadOverview: () => load(`${registry}/overview`, overviewSchema),
    loadVersions: async (name) => (await load(`${registry}/remotes/${name}/versions`, versionsSchema)).versions,
    loadRollouts: async (museumId) => (await load(`${museumPath(museumId)}/rollouts`, rolloutsSchema)).rollouts,
    loadHistory: async (museumId) => (await load(`${museumPath(museumId)}/history`, historySchema)).sets,
    async loadAudit(after, museumId) {
      const query = new URLSearchParams({ after: String(after), ...(museumId && { museum: museumId }) });
      return (await load(`${registry}/audit?${query}`, auditSchema)).records;
    },
    pin: ({ museumId, name, ...body }) => change({ method: 'PUT', path: `${museumPath(museumId)}/pins/${name}`, body }),
    unpin: ({ museumId, name, ...body }) => change({ method: 'DELETE', path: `${museumPath(museumId)}/pins/${name}`, body }),
    startRollout: ({ museumId, ...body }) => change({ path: `${museumPath(museumId)}/rollouts`, body }),
    changeRollout: ({ museumId, id, ...body }) => change({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body }),
    haltRollout: ({ museumId, id }) => change({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body: { halt: true } }),
    previewRollback: ({ museumId, toSequence }) => rollBack(museumId, { toSequence, preview: true }),
    rollBack: ({ museumId, toSequence }) => rollBack(museumId, { toSequence }),
    grant: (body) => requestJson({ path: `${registry}/grants`, body }, grantSchema, environment),
  };
}

/** Gateways of earlier releases refuse. */
function nobodyWhenUnauthorized(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}
