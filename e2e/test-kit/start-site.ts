import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plantedSecrets, plantSecrets, secretsOf } from './secrets/plant-secrets.ts';
import { findSecrets, type Secret } from './secrets/secret.ts';
import { startProgram } from './start-program.ts';

/** A developer's own services must not affect a test. */
const services = ['STT_URL', 'STT_KEY', 'STT_MODEL', 'TTS_URL', 'TTS_KEY', 'TTS_MODEL'];
const ownEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !services.includes(name)));
/** The environment passes the folder's path from the run to the workers. */
const preparedVariable = 'ENFILADE_PREPARED_DATA';

export interface RunningSite {
  origin: string;
  dataDir: string;
  /** The local operator's bearer token. */
  token: string;
  /** Secrets of the environment and the data folder. */
  secrets: readonly Secret[];
  output(): string;
  /** Rejects if the site has printed a secret. */
  stop(): Promise<void>;
  /** Also deletes the site's data. */
  kill(): Promise<void>;
}

const makeDataDir = () => mkdtempSync(path.join(tmpdir(), 'enfilade-'));

/** A free port and a data folder of its own; `env` overrides its settings. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = makeDataDir();
  const prepared = process.env[preparedVariable];
  if (prepared) cpSync(prepared, dataDir, { recursive: true });
  else plantSecrets(dataDir);
  return startSiteIn(dataDir, env);
}

/** Publishes builds, makes keys and hashes passwords once. Every other site of the run begins with a copy of the folder. */
export async function prepareData(): Promise<() => void> {
  const dataDir = makeDataDir();
  plantSecrets(dataDir);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { end } = await startProgram(programOf(dataDir, {}));
    await end('SIGTERM');
  } catch (error) {
    remove();
    throw error;
  }
  process.env[preparedVariable] = dataDir;
  return remove;
}

const programOf = (dataDir: string, env: Record<string, string>) => ({
  args: ['infra/server/dist/site.mjs'],
  env: { ...ownEnvironment, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
  ready: /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/,
});

/** Loads the museums, because the first page of a museum waits only 300 ms for its record, too short on a busy machine. */
async function askForMuseums(origin: string, printed: string): Promise<void> {
  const ids = new Set([...printed.matchAll(/museum=([0-9a-f]{24})/g)].map(([, id]) => id));
  for (const id of ids) await (await fetch(`${origin}/api/museums/${id}`)).text();
}

async function startSiteIn(dataDir: string, env: Record<string, string>): Promise<RunningSite> {
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const secrets = [...plantedSecrets(dataDir), ...secretsOf(env)];
  const site = await startProgram(programOf(dataDir, env)).catch((error: unknown) => {
    remove();
    throw error;
  });
  if (!env['MIDDLEWARE_URL']) await askForMuseums(site.ready[0], site.output());
  const end = async (signal: NodeJS.Signals) => {
    await site.end(signal);
    remove();
    const printed = findSecrets(site.output(), secrets);
    if (printed.length > 0) throw new Error(`The site's output contains secrets: ${printed.join(', ')}.`);
  };
  return {
    origin: site.ready[0],
    dataDir,
    secrets,
    token: readFileSync(path.join(dataDir, 'tokens/local'), 'utf8').trim(),
    output: site.output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Below the ports that systems assign automatically, so that no process takes the port while the site is down. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return String(port);
  }
}
