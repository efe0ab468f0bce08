import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { watchFolder } from './watch-folder.ts';

it('watchFolder reports an edited document, and several edits at once as one change', async () => {
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

it('watchFolder reports a folder that vanishes before Node reads it as a change, and throws other errors', async () => {
  const watcher = Object.assign(new EventEmitter(), { close: () => undefined });
  const noticed = new Promise<void>((resolve) => {
    const close = watchFolder('museums', resolve, () => watcher);
    onTestFinished(close);
  });
  watcher.emit('error', Object.assign(new Error('scandir'), { code: 'ENOENT' }));
  await noticed;
  const fault = Object.assign(new Error('no watchers left'), { code: 'ENOSPC' });
  expect(() => watcher.emit('error', fault)).toThrow(fault);
});
