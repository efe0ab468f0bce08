import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startProgram } from './start-program.ts';
import { museums } from './test.ts';

export const makeDataDir = () => mkdtempSync(path.join(tmpdir(), 'enfilade-'));
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/** Resolves once the museums can be opened, before the screens of `examples/` are published. */
export async function startWithExamples(dataDir: string) {
  const program = await startProgram({
    args: ['infra/tooling/scripts/start.mjs'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ready: /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/,
  });
  const [origin] = program.ready;
  const headers = {
    authorization: `Bearer ${readFileSync(path.join(dataDir, 'tokens/local'), 'utf8').trim()}`,
    'content-type': 'application/json',
  };
  const call = async (method: 'GET' | 'PUT', place: string, body?: object) =>
    (await fetch(`${origin}/registry/v1${place}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  return {
    ...program,
    origin,
    /** Resolves once the museum runs the first example; then pins the second, too. */
    async pinBoth() {
      let version: unknown;
      await expect
        .poll(async () => (version = (await call('GET', '/remotes/hours/versions')).versions?.[0]?.version), { timeout: 0 })
        .toBeDefined();
      await call('PUT', `/museums/${museums.gallery}/pins/hours`, { version });
    },
    runs: async (name: string): Promise<unknown> => (await call('GET', `/museums/${museums.gallery}/set`)).remotes[name]?.version,
  };
}
