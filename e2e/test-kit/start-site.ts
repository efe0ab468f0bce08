import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plantSecrets, secretsOf } from './secrets/plant-secrets.ts';
import { findSecrets, type Secret } from './secrets/secret.ts';

const root = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 20_000;
/** A developer's own services are none of these tests'. */
const services = ['STT_URL', 'STT_KEY', 'STT_MODEL', 'TTS_URL', 'TTS_KEY', 'TTS_MODEL'];
const ownEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !services.includes(name)));

export interface RunningSite {
  origin: string;
  dataDir: string;
  /** The local operator's bearer token. */
  token: string;
  /** What it was started with and must keep to itself. */
  secrets: readonly Secret[];
  /** What the site has printed. */
  output(): string;
  /** Rejects when the site has printed one of its secrets. */
  stop(): Promise<void>;
  /** Ends it as a crash would; its data is gone as well. */
  kill(): Promise<void>;
}

/** The built site on a free port, its data folder empty but for secrets that can be recognised; `env` overrides its settings. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-'));
  const secrets = [...plantSecrets(dataDir), ...secretsOf(env)];
  const site = spawn(process.execPath, ['infra/server/dist/site.mjs'], {
    cwd: root,
    env: { ...ownEnvironment, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<void>((resolve) => site.on('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The site did not start:\n${printed}`)), startLimitMs);
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = printed.match(/http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/)?.[0];
      if (address) {
        clearTimeout(timer);
        resolve(address);
      }
    };
    site.stdout.on('data', read);
    site.stderr.on('data', read);
    site.on('exit', (code) => reject(new Error(`The site ended with ${code}:\n${printed}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    site.kill(signal);
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
    const told = findSecrets(printed, secrets);
    if (told.length > 0) throw new Error(`The site has printed ${told.join(', ')}.`);
  };
  return {
    origin,
    dataDir,
    secrets,
    token: readFileSync(path.join(dataDir, 'tokens/local'), 'utf8').trim(),
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
