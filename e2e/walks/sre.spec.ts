import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WebSocket } from 'ws';
import { startProgram } from '../test-kit/start-program.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, test } from '../test-kit/test.ts';

test('an engineer who tries to break the site gets a sentence, a refusal or a true word each time', async () => {
  const site = await startSite();
  try {
    const file = path.join(site.dataDir, 'a-file');
    writeFileSync(file, '');
    for (const [name, value] of Object.entries({
      DATA_DIR: file,
      CONTENT_DIR: '/nowhere',
      HOST: 'nowhere.invalid',
      PORT: '99999',
      VOICE_SLOTS: 'ten',
    })) {
      const env = {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        DATA_DIR: path.join(site.dataDir, 'other'),
        [name]: value,
      };
      const start = startProgram({ args: ['infra/server/dist/site.mjs'], env, ready: /museum=/ });
      const { message } = await start.then(
        ({ end }) => end('SIGKILL').then(() => new Error('started')),
        (error: Error) => error,
      );
      expect.soft(message, name).toContain(name);
      expect.soft(message, name).not.toMatch(/\n\s+at |Error:/);
      expect.soft(message.trim().split('\n').length, message).toBeLessThanOrEqual(4);
    }

    const upgrade = () =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/voice/room/${randomUUID()}`, { origin: site.origin });
        socket.on('unexpected-response', (request, response) => {
          request.destroy();
          resolve(response.statusCode ?? 0);
        });
        socket.on('open', () => socket.once('close', resolve));
        socket.on('error', reject);
      });
    const ends = await Promise.all(Array.from({ length: 200 }, upgrade));
    expect
      .soft(
        [...new Set(ends)].every((end) => [401, 403, 404, 429, 4004].includes(end)),
        String([...new Set(ends)]),
      )
      .toBe(true);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);

    const page = await (await fetch(site.origin)).text();
    const script = /src="(\/static\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    const packed = await fetch(site.origin + script, { headers: { 'accept-encoding': 'gzip' } });
    expect.soft([script !== '', packed.headers.get('content-encoding')]).toEqual([true, 'gzip']);

    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
    rmSync(path.join(site.dataDir, 'artifacts/landing'), { recursive: true });
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(503);
    const unready = await fetch(`${site.origin}/readyz`);
    expect.soft(unready.headers.get('retry-after')).toMatch(/^\d+$/);
    expect.soft(await unready.text()).toMatch(/landing .* missing/);
  } finally {
    await site.stop();
  }
});
