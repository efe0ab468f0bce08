import { type GatewayErrorCode, gatewayErrorSchema, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { Health, OperatorSession } from '@enfilade/shared-contracts/api/registry-schemas';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { expect } from '@rstest/core';
import Fastify from 'fastify';
import { request } from 'undici';
import { ofEachTest } from '../../../database/testing/of-each-test.ts';
import { questionEndpoints } from '../../../questions/visitor-questions.ts';
import { everything } from '../../actions/define-action.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../../testing/temporary-registry.ts';
import { createToken, type Token } from '../access.ts';
import type { OverviewFacts } from '../endpoints.ts';
import { registerRegistryRoutes } from '../registry-routes.ts';
import { addEndpoints } from '../routes.ts';

interface Answer {
  status: number;
  body: unknown;
}

interface Ask {
  /** A token with all rights by default; null sends no token. */
  token?: string | null;
  /** The operator's name, sent in place of a token. */
  session?: string;
  json?: unknown;
  /** Sent as gzip, or with the content type `type`. */
  archive?: Buffer;
  type?: string;
}

interface RoutesStage {
  origin: string;
  temporary: TemporaryRegistry;
  /** Tests may add tokens at any time. */
  tokens: Token[];
  /** By operator's name. Tests may add sessions at any time. */
  sessions: Map<string, OperatorSession>;
  routes: { method: string; url: string }[];
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  refusal(code: GatewayErrorCode, method: string, path: string, ask?: Ask): Promise<string>;
  end(): Promise<void>;
}

export const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)] as const;
export const knownMuseum = { museumId: belmonte, name: 'Palazzo Belmonte', code: 'BELM', entryScreen: 'visit' as const };
export const healthy: Health = { loads: 60, failures: 1, hours: Array.from({ length: 12 }, () => ({ loads: 5, failures: 0 })) };

export const overviewFacts: OverviewFacts = {
  museumIds: [knownMuseum.museumId],
  describeMuseum: (museumId) => (museumId === knownMuseum.museumId ? describe(knownMuseum) : { name: museumId, entryScreen: 'visit' }),
  healthOf: async () => healthy,
  spendingOf: async () => [],
  rolloutHealth: async () => ({ loads: 7, failures: 1 }),
  vitalsOf: async () => [],
};

export async function openRoutesStage(): Promise<RoutesStage> {
  const temporary = await openTemporaryRegistry();
  const tokens = [createToken('whole', 'whole', everything)];
  const sessions: RoutesStage['sessions'] = new Map();
  const routes: RoutesStage['routes'] = [];
  const app = Fastify();
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))));
  await registerRegistryRoutes(app, {
    registry: temporary.registry(),
    tokens: () => tokens,
    addMore: (scope, access) =>
      addEndpoints(scope, access, questionEndpoints, {
        book: { list: async () => [], erase: async () => {} },
        namesOf: async () => new Map(),
      }),
    console: {
      ...overviewFacts,
      sessionOf: async ({ headers }) => sessions.get(String(headers['x-session'])),
    },
  });
  const origin = `${await app.listen({ host: '127.0.0.1', port: 0 })}/registry/v1`;

  async function ask(method: string, path: string, { token = 'whole', session, json, archive, type }: Ask = {}): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (session !== undefined) headers['x-session'] = session;
    else if (token !== null) headers['authorization'] = `Bearer ${token}`;
    const body = archive ?? JSON.stringify(json);
    if (body !== undefined) headers['content-type'] = type ?? (archive ? 'application/gzip' : 'application/json');
    // `fetch` would take twice the processor time for the twenty thousand requests of the token matrix.
    const answer = await request(origin + path, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.statusCode, body: await answer.body.json() };
  }

  return {
    origin,
    temporary,
    tokens,
    sessions,
    routes,
    ask,
    async refusal(code, method, path, given) {
      const { status, body } = await ask(method, path, given);
      const error = gatewayErrorSchema.parse(body);
      expect([status, error.code]).toEqual([gatewayErrorStatus[code], code]);
      expect(error.requestId).not.toBe('');
      return error.message;
    },
    async end() {
      await app.close();
      await temporary.close();
    },
  };
}

function describe({ name, code, entryScreen }: typeof knownMuseum) {
  return { name, code, entryScreen };
}

async function openStageOfScreens(): Promise<RoutesStage> {
  const stage = await openRoutesStage();
  for (const name of Object.keys(someDeclarations)) {
    await stage.temporary.publish({ name });
    await stage.ask('PUT', `/museums/*/pins/${name}`, { json: { version: '1.0.0', expected: null } });
  }
  return stage;
}

/** Version 1.0.0 of every screen is published and pinned for all museums. */
export function screensOfEachTest() {
  const stage = ofEachTest(openStageOfScreens);
  const pinning = (museum: string, name: string, version = '1.0.0', expected: string | null = null) =>
    ['PUT', `/museums/${museum}/pins/${name}`, { json: { version, expected } }] as const;
  type Pinned = Parameters<typeof pinning>;
  return {
    stage,
    pin: (...pinned: Pinned) => stage.ask(...pinning(...pinned)),
    refusalOfPin: (...pinned: Pinned) => stage.refusal('refused', ...pinning(...pinned)),
    leaveOut: (museum: string, name: string) => stage.ask('PUT', `/museums/${museum}/left-out/${name}`, { json: {} }),
    refusalOfTakingIn: (museum: string, name: string) => stage.refusal('refused', 'DELETE', `/museums/${museum}/left-out/${name}`),
    async remotesAt(museum: string) {
      const { body } = await stage.ask('GET', `/museums/${museum}/set`);
      return (body as { remotes: Record<string, { declaration: object }> }).remotes;
    },
  };
}
