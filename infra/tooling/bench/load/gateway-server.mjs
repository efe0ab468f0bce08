import path from 'node:path';
import { loadModule } from '../../bundle-modules.mjs';
import { findRemoteFolders } from '../../remote-folders.mjs';
import { root } from '../../workspace.mjs';
import { plan, sendReady } from './child.mjs';

// A gateway with the demo content, the built host and a release set of the usual size.

const { startTestGateway } = await loadModule('load', 'test-gateway');
const { loadProfiles } = await loadModule('load', 'load-profiles');
const { createLog } = await loadModule('load', 'create-log');
const { createMetrics } = await loadModule('load', 'metrics');
const { defaultSpendingLimits } = await loadModule('load', 'spending-limits');

const screens = findRemoteFolders(root);
const log = createLog({ level: 'info', destination: { write: () => undefined } });

const filesOfBuild = 30;
const contentDir = path.join(root, 'infra/demo');

/** @param {{ name: string, declaration: object }} screen */
function pinnedRemote({ name, declaration }) {
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

const set = {
  museumId: '*',
  sequence: 7,
  issuedAt: '2026-01-01T00:00:00.000Z',
  contract: '1.0.0',
  remotes: Object.fromEntries(screens.map((screen) => [screen.name, pinnedRemote(screen)])),
};
const many = Number.MAX_SAFE_INTEGER;
const everything = { capacity: many, fillsInMs: 1 };
const concurrent = { chat: many, questions: many, transcription: many, speech: many, voice: many };

const gateway = await startTestGateway({
  upstreamOrigin: `http://127.0.0.1:${plan.services}`,
  // The load comes from one address, which must not run out of budget.
  limits: {
    chat: { firstByteMs: 600_000, idleMs: 600_000, wholeMs: 600_000 },
    spending: { ...defaultSpendingLimits, visit: everything, address: everything, museumDay: everything, siteDay: everything, concurrent },
  },
  options: {
    registry: {
      chooseSet: () => set,
      findProblems: async () => [],
      artifact: () => undefined,
      firstPaints: async () => undefined,
    },
    profiles: await loadProfiles(contentDir),
    hostDir: path.join(root, 'host/dist'),
    contentDir,
    metrics: createMetrics(),
    log,
    serverLimits: undefined,
  },
});
sendReady(Number(new URL(gateway.origin).port));
