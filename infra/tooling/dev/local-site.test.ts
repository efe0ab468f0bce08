import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { createLocalSite } from './local-site.ts';

it('a restart of the local site runs the last build after the previous process has ended', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-local-site-'));
  const [program = '', lock = '', place = ''] = ['site.mjs', 'lock', 'place'].map((file) => path.join(folder, file));
  const build = (name: string) =>
    writeFile(
      program,
      `import { rmSync, writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(lock)}, '', { flag: 'wx' });
      process.on('SIGTERM', () => { rmSync(${JSON.stringify(lock)}); process.exit(); });
      setInterval(() => undefined, 60_000);
      console.log('Mill — http://${name}.test/?museum=1\\nOperators — http://${name}.test/operator');`,
    );
  const outDirs = { host: folder, server: folder, platform: folder };
  const site = createLocalSite({ root: folder, place, outDirs }, process.env);
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  await build('first');
  expect(await site.restart()).toEqual(['Mill — http://first.test/?museum=1']);
  expect(await site.origin()).toBe('http://first.test');
  await build('second');
  await site.restart();
  expect(await site.origin()).toBe('http://second.test');
});
