import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GatewayErrorBody, gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { createTurnableClock, type TurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { createLog } from '../../http/create-log.ts';
import { createSiteServer } from '../../http/site-server.ts';
import { createMemoryState, type SharedState } from '../../shared-state/shared-state.ts';
import { freePort } from '../../shared-state/testing/start-valkey.ts';
import type { LoginRecord } from '../logins.ts';
import type { OidcOptions } from '../oidc.ts';
import { type Operators, openOperators } from '../operators.ts';

export interface Heard {
  status: number;
  text: string;
  retryAfter: string | undefined;
  setCookie: string | undefined;
  cookie: string;
  error(): GatewayErrorBody;
}

export interface Gateway {
  origin: string;
  operators: Operators;
  send(method: string, url: string, headers?: Record<string, string>, body?: string): Promise<Heard>;
  logIn(login: { name: unknown; password: unknown; keep?: unknown }, headers?: Record<string, string>): Promise<Heard>;
  whoAmI(cookie: string): Promise<Heard>;
}

export interface OperatorsStage {
  folder: string;
  file: string;
  clock: TurnableClock;
  logged: string[];
  recorded: LoginRecord[];
  kept: SharedState;
  write(accounts: unknown): Promise<void>;
  /** Opens another gateway on the same data folder. */
  open(given?: {
    ownFile?: boolean;
    oidc?: Omit<OidcOptions, 'publicOrigin'>;
    publicOrigin?: string;
    register?: (app: FastifyInstance, operators: Operators) => Promise<void>;
  }): Promise<Gateway>;
  end(): Promise<void>;
}

export const fromPage = { 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' };

export async function openOperatorsStage(accounts: unknown): Promise<OperatorsStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'operators-'));
  const file = path.join(folder, 'accounts.json');
  const clock = createTurnableClock();
  clock.stop();
  const logged: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void logged.push(line) } });
  const apps: FastifyInstance[] = [];
  const key = randomBytes(32);
  const recorded: LoginRecord[] = [];
  const recordLogin = async (record: LoginRecord) => void recorded.push(record);
  const write = (content: unknown) => writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  await write(accounts);
  const kept = createMemoryState({ clock });
  return {
    folder,
    kept,
    recorded,
    file,
    clock,
    logged,
    write,
    async open({ ownFile = false, oidc, publicOrigin: shared, register } = {}) {
      const app = createSiteServer({ trustedProxies: ['127.0.0.1'], clock, log, serverLimits: { waitMs: Number.POSITIVE_INFINITY } });
      apps.push(app);
      // The provider needs the redirect address before the site listens there.
      const port = oidc && shared === undefined ? await freePort() : 0;
      const publicOrigin = shared ?? (oidc && `http://127.0.0.1:${port}`);
      const given = {
        dataDir: folder,
        file: ownFile ? undefined : file,
        keys: () => [key] as const,
        ...(oidc && publicOrigin && { publicOrigin, oidc: { ...oidc, publicOrigin } }),
      };
      const operators = await openOperators({ ...given, kept, recordLogin, clock, log });
      operators.registerRoutes(app);
      await register?.(app, operators);
      const origin = await app.listen({ host: '127.0.0.1', port });
      return createClient(origin, operators);
    },
    async end() {
      for (const app of apps) await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

function createClient(origin: string, operators: Operators): Gateway {
  const send: Gateway['send'] = async (method, url, headers = {}, body) => {
    const answer = await request(origin + url, { method: method as 'GET', headers, ...(body !== undefined && { body }) });
    const text = await answer.body.text();
    const setCookie = [answer.headers['set-cookie'] ?? []].flat()[0];
    return {
      status: answer.statusCode,
      text,
      setCookie,
      retryAfter: answer.headers['retry-after'] as string | undefined,
      cookie: setCookie?.split(';')[0] ?? '',
      error: () => gatewayErrorSchema.parse(JSON.parse(text)),
    };
  };
  return {
    origin,
    operators,
    send,
    logIn: (login, headers = {}) =>
      send(
        'POST',
        '/api/operators/session',
        { 'content-type': 'application/json', ...fromPage, ...headers },
        JSON.stringify({ keep: false, ...login }),
      ),
    whoAmI: (cookie) => send('GET', '/api/operators/session', { cookie }),
  };
}
