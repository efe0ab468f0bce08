import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadProfiles } from '@enfilade/platform/content/load-profiles';
import { defaultSpendingLimits } from '@enfilade/server/gateway/spending/spending-limits';
import { registryOf, startTestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { createLog } from '@enfilade/server/http/create-log';
import { createMetrics } from '@enfilade/server/http/metrics';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { type FastifyInstance, fastify } from 'fastify';
import { Agent, request } from 'undici';
import { findRemoteFolders } from '../../remote-folders.mjs';
import { plan, sendReady } from './child.mjs';

// One of the servers that are measured or called. Each runs in a process of its own, in the repository's root.

const contentDir = path.resolve('infra/demo');
const read = (file: string) => JSON.parse(readFileSync(path.join(contentDir, 'museums/belmonte', file), 'utf8'));

const filesOfBuild = 30;

function pinnedRemote(name: string, declaration: Declaration): PinnedRemote {
  const base = `/remotes/${name}/1.0.0/`;
  const chunks = Array.from({ length: filesOfBuild }, (_, file) => `${base}static/js/async/${file}.5f2c91aa.js`);
  return {
    version: '1.0.0',
    contract: '^1.0.0',
    shared: { react: '^19.3.0', 'react-dom': '^19.3.0' },
    entry: `${base}remoteEntry.js`,
    initial: chunks.slice(0, 2),
    integrity: Object.fromEntries([`${base}remoteEntry.js`, ...chunks].map((file) => [file, `sha384-${'A'.repeat(64)}`])),
    declaration,
  };
}

/** A gateway with the demo content, the built host and a release set of the usual size. */
async function startGateway(): Promise<string> {
  const remotes = findRemoteFolders('.').map(({ name, declaration }) => [name, pinnedRemote(name, declaration as Declaration)]);
  const set = {
    ...({ museumId: '*', sequence: 7, issuedAt: '2026-01-01T00:00:00.000Z', contract: '1.0.0' } as const),
    remotes: Object.fromEntries(remotes),
  };
  const many = Number.MAX_SAFE_INTEGER;
  const everything = { capacity: many, fillsInMs: 1 };
  const concurrent = { chat: many, questions: many, transcription: many, speech: many, translations: many, voice: many };
  const { origin } = await startTestGateway({
    upstreamOrigin: plan.services,
    // The load comes from one address, which must not run out of budget.
    limits: {
      chat: { firstByteMs: 600_000, idleMs: 600_000, wholeMs: 600_000 },
      spending: {
        ...defaultSpendingLimits,
        visit: everything,
        address: everything,
        museumDay: everything,
        siteDay: everything,
        concurrent,
      },
    },
    options: {
      registry: registryOf(() => set),
      profiles: (await loadProfiles(contentDir)).map(({ profile }) => profile),
      hostDir: path.resolve('host/dist'),
      contentDir,
      metrics: createMetrics(),
      log: createLog({ level: 'info', destination: { write: () => undefined } }),
      serverLimits: undefined,
    },
  });
  return origin;
}

/** All hosted services behind one address, without any delay. */
function createServices(): FastifyInstance {
  const museum = read('museum.json');
  const message = { role: 'assistant', content: 'The ceiling was painted in 1742 and darkened by the smoke of the candles.' };
  const questions = 'Who painted this ceiling?\nWhen was it restored?\nWhat does it show?';
  const answers: Record<string, unknown> = {
    '/rest-api/v2/auth/login': { token: 'token' },
    [`/rest-api/v2/museums/${museum._id}`]: museum,
    '/kb-querying/ping': {},
    '/settings/assistant-settings.json': { provider: 'openai', model: 'small', temperature: 0.7 },
    '/chat': { id: 'chat-1', output: [message] },
    '/v1/chat/completions': { choices: [{ message: { content: questions } }] },
  };
  for (const exhibition of read('exhibitions.json'))
    answers[`/rest-api/v2/museums/${museum._id}/exhibitions/${exhibition._id}`] = { data: exhibition };
  const app = fastify();
  for (const [address, answer] of Object.entries(answers)) app.all(address, async () => answer);
  return app;
}

/** The base of all comparisons: routes that only send a number of bytes, or a service's answer. */
function createBareSite(): FastifyInstance {
  const app = fastify();
  const answers = new Map<string, Buffer>();
  app.all<{ Params: { bytes: string } }>('/bare/:bytes', async ({ params: { bytes } }) => {
    const held = answers.get(bytes) ?? Buffer.alloc(Number(bytes), 'x');
    answers.set(bytes, held);
    return held;
  });
  const sent = { method: 'POST', dispatcher: new Agent({ connections: 4_096 }), headers: { 'content-type': 'application/json' } } as const;
  app.post<{ Params: { '*': string } }>('/passed/*', async ({ params, body: asked }, reply) => {
    const { body } = await request(`${plan.services}/${params['*']}`, { ...sent, body: JSON.stringify(asked) });
    return reply.type('application/json').send(await body.text());
  });
  return app;
}

const listen = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 });
const servers: Record<string, () => Promise<string>> = {
  gateway: startGateway,
  services: () => listen(createServices()),
  bare: () => listen(createBareSite()),
};
sendReady(await servers[plan.server]?.());
