import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const startLimitMs = 20_000;

export interface PlatformProcess {
  url: string;
  stop(): Promise<void>;
}

/** The built platform, a process of its own on a free port; `env` holds the keys its services want. */
export async function startPlatform(env: Record<string, string>): Promise<PlatformProcess> {
  const platform = spawn(process.execPath, ['infra/platform/dist/platform.mjs'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'error', CONTENT_DIR: path.join(root, 'infra/demo'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => platform.on('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The platform did not start.')), startLimitMs);
    platform.on('exit', (code) => reject(new Error(`The platform ended with ${code}.`)));
    platform.stdout.on('data', (chunk: Buffer) => {
      const address = /^Platform at (\S+)/m.exec(chunk.toString())?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
  return {
    url,
    stop: () => {
      platform.kill('SIGTERM');
      return ended;
    },
  };
}
