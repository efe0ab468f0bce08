import path from 'node:path';
import { startProgram } from '../start-program.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface PlatformProcess {
  url: string;
  stop(): Promise<void>;
}

/** The built platform, a process of its own on a free port; `env` holds the keys its services want. */
export async function startPlatform(env: Record<string, string>): Promise<PlatformProcess> {
  const { ready, end } = await startProgram({
    args: ['infra/platform/dist/platform.mjs'],
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'error', CONTENT_DIR: path.join(root, 'infra/demo'), ...env },
    ready: /^Platform at (\S+)\s/m,
  });
  return { url: ready[1] ?? '', stop: () => end('SIGTERM') };
}
