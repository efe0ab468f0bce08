import { ConsoleError } from '../model/console-error.ts';
import {
  auditSchema,
  type EarlierSet,
  grantSchema,
  historySchema,
  type IssuedGrant,
  type Operator,
  type Overview,
  operatorSchema,
  overviewSchema,
  type PublishedVersion,
  publishedSchema,
  type RollbackPlan,
  type RolloutView,
  rollbackSchema,
  rolloutsSchema,
  type TrailRecord,
} from '../model/shapes.ts';
import { call, type Surroundings } from './call.ts';

export interface Login {
  name: string;
  password: string;
  /** The session outlives the browser. */
  keep: boolean;
}

export interface PinOrder {
  museumId: string;
  name: string;
  /** What the museum itself pins as far as this page knows, null for nothing: anything else and the order is refused as stale. */
  expected: string | null;
}

/** The site as operators speak to it. Everything rejects with ConsoleError. */
export interface OperatorsClient {
  /** Who is logged in, undefined for nobody. */
  whoAmI(): Promise<Operator | undefined>;
  logIn(login: Login): Promise<void>;
  logOut(): Promise<void>;
  loadOverview(): Promise<Overview>;
  loadVersions(name: string): Promise<PublishedVersion[]>;
  loadRollouts(museumId: string): Promise<RolloutView[]>;
  /** Newest first. */
  loadHistory(museumId: string): Promise<EarlierSet[]>;
  /** Records after the given one, oldest first; of one museum, or of everything the operator may see. */
  loadAudit(after: number, museumId?: string): Promise<TrailRecord[]>;
  pin(order: PinOrder & { version: string }): Promise<void>;
  unpin(order: PinOrder): Promise<void>;
  startRollout(order: { museumId: string; versions: Record<string, string>; percent: number }): Promise<void>;
  changeRollout(order: { museumId: string; id: string; percent: number }): Promise<void>;
  haltRollout(order: { museumId: string; id: string }): Promise<void>;
  /** What rolling back would change; nothing is recorded. */
  previewRollback(order: { museumId: string; toSequence: number }): Promise<RollbackPlan>;
  rollBack(order: { museumId: string; toSequence: number }): Promise<RollbackPlan>;
  grant(order: { remote: string; version: string; museumId: string; minutes: number }): Promise<IssuedGrant>;
}

const session = '/api/operators/session';
const registry = '/registry/v1';
const museumPath = (museumId: string) => `${registry}/museums/${encodeURIComponent(museumId)}`;
const pinPath = ({ museumId, name }: PinOrder) => `${museumPath(museumId)}/pins/${name}`;

export function createOperatorsClient(to: Surroundings): OperatorsClient {
  return {
    whoAmI: () => call({ path: session }, to, operatorSchema).catch(nobodyWhenUnauthorized),
    logIn: (body) => call({ method: 'POST', path: session, body }, to),
    logOut: () => call({ method: 'DELETE', path: session }, to),
    ...createReading(to),
    ...createOrders(to),
  };
}

function nobodyWhenUnauthorized(error: unknown): undefined {
  if (error instanceof ConsoleError && error.code === 'unauthorized') return undefined;
  throw error;
}

type Reading = 'loadOverview' | 'loadVersions' | 'loadRollouts' | 'loadHistory' | 'loadAudit';

function createReading(to: Surroundings): Pick<OperatorsClient, Reading> {
  return {
    loadOverview: () => call({ path: `${registry}/overview` }, to, overviewSchema),
    loadVersions: async (name) => (await call({ path: `${registry}/remotes/${name}/versions` }, to, publishedSchema)).versions,
    loadRollouts: async (museumId) => (await call({ path: `${museumPath(museumId)}/rollouts` }, to, rolloutsSchema)).rollouts,
    loadHistory: async (museumId) => (await call({ path: `${museumPath(museumId)}/history` }, to, historySchema)).sets,
    async loadAudit(after, museumId) {
      const query = new URLSearchParams({ after: String(after), ...(museumId && { museum: museumId }) });
      return (await call({ path: `${registry}/audit?${query}` }, to, auditSchema)).records;
    },
  };
}

function createOrders(to: Surroundings): Omit<OperatorsClient, Reading | 'whoAmI' | 'logIn' | 'logOut'> {
  return {
    pin: ({ version, expected, ...place }) =>
      call({ method: 'PUT', path: pinPath({ ...place, expected }), body: { version, expected } }, to),
    unpin: ({ expected, ...place }) => call({ method: 'DELETE', path: pinPath({ ...place, expected }), body: { expected } }, to),
    startRollout: ({ museumId, ...body }) => call({ method: 'POST', path: `${museumPath(museumId)}/rollouts`, body }, to),
    changeRollout: ({ museumId, id, percent }) =>
      call({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body: { percent } }, to),
    haltRollout: ({ museumId, id }) => call({ method: 'PATCH', path: `${museumPath(museumId)}/rollouts/${id}`, body: { halt: true } }, to),
    previewRollback: ({ museumId, toSequence }) =>
      call({ method: 'POST', path: `${museumPath(museumId)}/rollback`, body: { toSequence, preview: true } }, to, rollbackSchema),
    rollBack: ({ museumId, toSequence }) =>
      call({ method: 'POST', path: `${museumPath(museumId)}/rollback`, body: { toSequence } }, to, rollbackSchema),
    grant: (body) => call({ method: 'POST', path: `${registry}/grants`, body }, to, grantSchema),
  };
}
