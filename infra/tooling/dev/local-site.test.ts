import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { createLocalSite } from './local-site.ts';

it('a restart of the local site runs what was built last, after the process before has ended', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-local-site-'));
  const [program = '', lock = ''] = ['site.mjs', 'lock'].map((file) => path.join(folder, file));
  const build = (name: string) =>
    writeFile(
      program,
      `import { rmSync, writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(lock)}, '', { flag: 'wx' });
      process.on('SIGTERM', () => { rmSync(${JSON.stringify(lock)}); process.exit(); });
      setInterval(() => undefined, 60_000);
      process.send({ origin: '${name}', museums: [] });`,
    );
  const site = createLocalSite({ root: folder, hostDir: folder, voiceDir: folder, platformProgram: program }, process.env);
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  await build('first');
  await site.restart(program);
  expect(await site.origin()).toBe('first');
  await build('second');
  await site.restart(program);
  expect(await site.origin()).toBe('second');
});
