import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import Fastify from 'fastify';
import { launchBrowser } from './load-trial.ts';
import { openClient } from './registry-client.ts';
import { readHosts } from './site-reader.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-can-ship-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the builds of the host that a site names', () => {
  it.each(['../../outside', '/outside', 'a/../../outside', '..\\outside', 'C:\\outside', ''])(
    'are written nowhere when a file is called %j',
    async (file) => {
      const site = Fastify();
      onTestFinished(() => site.close());
      const startedAt = new Date(0).toISOString();
      site.get('/registry/v1/hosts', async () => ({ hosts: [{ version: '0'.repeat(12), startedAt, files: ['index.html', file] }] }));
      site.get('/registry/v1/hosts/*', async () => 'contents');
      const url = await site.listen({ host: '127.0.0.1', port: 0 });
      const cwd = await makeFolder();
      const registry = await openClient(url, { positionals: [], values: {} }, { cwd, root: cwd, env: { ENFILADE_TOKEN: 'token' } });
      await expect(readHosts(registry, path.join(cwd, 'hosts'))).rejects.toThrow(/answers in a shape unknown here/);
      expect(await readdir(cwd)).toEqual([]);
    },
  );
});

describe('the browser that plays are played in', () => {
  it('has its sandbox, and is started without one only where it does not start with one', async () => {
    const folder = await makeFolder();
    const [program, log] = [path.join(folder, 'browser'), path.join(folder, 'started')];
    await writeFile(program, `#!/bin/sh\necho "$@" >> ${log}\nexit 1\n`, { mode: 0o755 });
    await expect(launchBrowser({ CHROME_PATH: program }, () => {})).rejects.toThrow(/install a browser/);
    const started = (await readFile(log, 'utf8')).trim().split('\n');
    expect(started.map((line) => line.includes('--no-sandbox'))).toEqual([false, true]);
  });
});
