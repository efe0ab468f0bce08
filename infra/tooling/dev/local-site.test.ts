import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it, onTestFinished } from '@rstest/core';
import { createLocalSite } from './local-site.ts';

const root = path.resolve(import.meta.dirname, '../../..');

it('starts what was built last, in a process that has loaded an earlier build meanwhile', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-local-site-'));
  const [program, platformProgram, loads] = ['site.mjs', 'platform.mjs', 'loads'].map((file) => path.join(folder, file)) as [
    string,
    string,
    string,
  ];
  const build = (name: string) =>
    writeFile(
      program,
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(loads)}, '${name} ' + process.pid + ',');
      export const runLocalSite = async () => process.send({ origin: '${name} ' + process.pid, museums: [] });`,
    );
  const clock = createHandClock();
  const site = createLocalSite({ root, hostDir: folder, voiceDir: folder, platformProgram }, process.env, clock);
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  await build('first');
  const first = await site.restart(program);
  expect(await site.origin()).toBe(first.origin);
  clock.pass(60_000);
  const loaded = async () => (await readFile(loads, 'utf8')).split(',').filter(Boolean);
  await expect.poll(async () => (await loaded()).length).toBe(2);
  const [, earlier = ''] = await loaded();

  await build('second');
  const second = await site.restart(program);
  expect(second.origin).toBe(earlier.replace('first', 'second'));
  expect(second.origin.split(' ')[1]).not.toBe(first.origin.split(' ')[1]);
  expect(await site.origin()).toBe(second.origin);
});
