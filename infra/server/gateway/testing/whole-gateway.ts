import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMetrics } from '../../http/metrics.ts';
import { createManagementRoutes } from '../../main/management-routes.ts';
import { openOperators } from '../../operators/operators.ts';
import { hashPassword } from '../../operators/password.ts';
import { createQuestionStore } from '../../questions/question-store.ts';
import { createQuestionBook } from '../../questions/visitor-questions.ts';
import { everything } from '../../registry/actions/define-action.ts';
import { createToken } from '../../registry/api/access.ts';
import { openTemporaryRegistry } from '../../registry/testing/temporary-registry.ts';
import { createScreenErrors } from '../../screen-errors/screen-errors.ts';
import { createMemoryState } from '../../shared-state/shared-state.ts';
import type { GatewayOptions } from '../gateway.ts';
import { exhibitionId, museumId, visit } from './samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from './test-gateway.ts';

export interface Route {
  method: string;
  url: string;
}

/** Has every route of a site, teams' and operators' included. */
export interface WholeGateway {
  gateway: TestGateway;
  upstreams: ScriptedUpstreams;
  /** All routes of the server, so that tables built from them include new routes. */
  routes: readonly Route[];
  token: string;
  cookies: string;
  journalLength(): Promise<number>;
  close(): Promise<void>;
}

const login = { name: 'm.rossi', password: 'correct horse, battery' };
const token = 'whole-token';

export async function openWholeGateway(options: Partial<GatewayOptions> = {}): Promise<WholeGateway> {
  const temporary = await openTemporaryRegistry();
  await temporary.publish({ name: 'landing' });
  const upstreams = await startScriptedUpstreams();
  const routes: Route[] = [];
  const gateway = await startTestGateway({
    upstreamOrigin: upstreams.origin,
    options: {
      onRoute: (route) => void routes.push(route),
      registryRoutes: async (app, museums) => {
        const file = path.join(temporary.dataDir, 'accounts.json');
        await writeFile(file, JSON.stringify([{ ...login, password: await hashPassword(login.password), museums: '*' }]));
        const clock = { now: () => Date.now(), after: () => () => undefined };
        const state = createMemoryState({ clock });
        const given = { dataDir: temporary.dataDir, keys: () => [visitKey] as const, file, state, kept: state };
        const operators = await openOperators({ clock, log: app.log, ...options, ...given });
        const metrics = {
          healthOf: async () => ({ loads: 0, failures: 0, hours: [] }),
          rolloutHealth: async () => ({ loads: 0, failures: 0 }),
          vitalsOf: async () => [],
        };
        const tokens = [createToken('whole', token, everything)];
        const { dataDir } = temporary;
        const questions = createQuestionBook({
          store: createQuestionStore(temporary.database(), clock),
          metrics: createMetrics(),
          key: () => visitKey,
          clock,
          log: app.log,
        });
        app.addHook('onClose', () => questions.close());
        const management = {
          registry: temporary.registry(),
          tokens: () => tokens,
          operators,
          metrics,
          sums: { of: async () => [] },
          questions,
          errors: createScreenErrors({
            registry: temporary.registry(),
            hostDir: dataDir,
            kept: state,
            nameOf: (text) => text,
            metrics: createMetrics(),
            clock,
            log: app.log,
          }),
          content: undefined,
          profiles: [],
          hostDir: dataDir,
          settings: { PUBLIC_ORIGIN: 'https://guide.example.org' },
          clock,
        };
        await createManagementRoutes(management)(app, museums);
      },
      ...options,
    },
  });
  const answers = [
    await gateway.post('/api/operators/session', { ...login, keep: false }, { 'sec-fetch-site': 'same-origin' }),
    await gateway.post('/api/questions', { visit, lines: [], asked: [] }),
  ];
  return {
    gateway,
    upstreams,
    routes,
    token,
    cookies: answers.map(({ headers }) => String(headers['set-cookie']).split(';')[0]).join('; '),
    journalLength: async () => (await temporary.registry().audit(0)).length,
    async close() {
      await gateway.close();
      await upstreams.close();
      await temporary.close();
    },
  };
}

const samples: Record<string, string> = {
  museumId,
  exhibitionId,
  name: 'landing',
  version: '1.0.0',
  voiceId: 'en-1',
  folder: 'house',
  scene: 'library',
  id: '00000000-0000-4000-8000-000000000000',
  callId: '00000000-0000-4000-8000-000000000000',
};

/** Unknown parameters get a file that exists on the test's disk. */
export function addressOf({ url }: Route): string {
  const file = url.startsWith('/static/') ? 'js/index.1.js' : 'remoteEntry.js';
  return url
    .replace(':folder/:file', 'house/logo.svg')
    .replace(':scene/:file', 'library/positive.svg')
    .replace(/:(\w+)/g, (_, name: string) => samples[name] ?? 'en-1.mp3')
    .replace('*', file);
}
