import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { watchFolder } from './watch-folder.ts';

it('an edited document of a museum is noticed, and many edits at once are one change', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-content-'));
  const documents = path.join(folder, 'museums/mill/knowledge/en');
  await mkdir(documents, { recursive: true });
  for (const name of ['stones', 'wheel']) await writeFile(path.join(documents, `${name}.md`), 'old');
  let changes = 0;
  let noticed: () => void = () => undefined;
  const close = watchFolder(folder, () => {
    changes += 1;
    noticed();
  });
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  for (const round of [1, 2]) {
    const next = new Promise<void>((resolve) => {
      noticed = resolve;
    });
    for (const name of ['stones', 'wheel']) await writeFile(path.join(documents, `${name}.md`), `new ${round}`);
    await next;
    expect(changes).toBe(round);
  }
});

it('an edit is noticed after folders have come and gone faster than they can be looked into', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-content-'));
  let noticed: () => void = () => undefined;
  const close = watchFolder(folder, () => noticed());
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  for (let turn = 0; turn < 500; turn += 1) {
    const passing = path.join(folder, `.sync-${turn}`);
    mkdirSync(path.join(passing, 'part'), { recursive: true });
    renameSync(path.join(passing, 'part'), path.join(passing, 'whole'));
    rmSync(passing, { recursive: true });
    if (turn % 50 === 0) await new Promise(setImmediate);
  }
  const settled = new Promise<void>((resolve) => {
    noticed = resolve;
  });
  await settled;
  const next = new Promise<void>((resolve) => {
    noticed = resolve;
  });
  await writeFile(path.join(folder, 'edited.md'), 'new');
  await next;
  expect(await readdir(folder)).toEqual(['edited.md']);
});
