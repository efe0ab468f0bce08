import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { createLocalSite } from './local-site.ts';

it('a restart of the local site ends the process that runs and then starts the newest build', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-local-site-'));
  const program = path.join(folder, 'site.mjs');
  const site = createLocalSite({ root: folder, hostDir: folder, voiceDir: folder, platformProgram: program }, process.env);
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  // The first build keeps a file for as long as it runs, as a site keeps its data folder.
  const open = path.join(folder, 'open');
  const build = (name: string) =>
    writeFile(
      program,
      `import { existsSync, rmSync, writeFileSync } from 'node:fs';
      const { hostDir } = JSON.parse(process.argv[2]);
      const isFree = !existsSync(${JSON.stringify(open)});
      writeFileSync(${JSON.stringify(open)}, '');
      process.on('SIGTERM', () => (rmSync(${JSON.stringify(open)}), process.exit()));
      setInterval(() => {}, 60_000);
      process.send({ origin: '${name}', museums: [{ name: hostDir, isFree }] });`,
    );
  const museums = [{ name: folder, isFree: true }];
  for (const name of ['first', 'second']) {
    await build(name);
    expect(await site.restart(program)).toEqual({ origin: name, museums });
    expect(await site.origin()).toBe(name);
  }
});
