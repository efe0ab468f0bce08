import { EventEmitter } from 'node:events';
import type { watch } from 'node:fs';
import { expect, it, onTestFinished } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';
import { watchFolder } from './watch-folder.ts';

const { at, write } = createTestFolder();
const edit = (text: string) => {
  for (const name of ['stones', 'wheel']) write(`museums/mill/knowledge/en/${name}.md`, text);
};

it('watchFolder reports an edited document, and several edits at once as one change', async () => {
  edit('old');
  let changes = 0;
  let noticed: () => void = () => undefined;
  const close = watchFolder(at(), () => {
    changes += 1;
    noticed();
  });
  onTestFinished(close);
  for (const round of [1, 2]) {
    const next = new Promise<void>((resolve) => {
      noticed = resolve;
    });
    edit(`new ${round}`);
    await next;
    expect(changes).toBe(round);
  }
});

it('watchFolder reports a folder that vanishes before Node reads it as a change, and throws other errors', async () => {
  const watcher = Object.assign(new EventEmitter(), { close: () => undefined });
  const noticed = new Promise<void>((resolve) => {
    const close = watchFolder('museums', resolve, (() => watcher) as unknown as typeof watch);
    onTestFinished(close);
  });
  watcher.emit('error', Object.assign(new Error('scandir'), { code: 'ENOENT' }));
  await noticed;
  const fault = Object.assign(new Error('no watchers left'), { code: 'ENOSPC' });
  expect(() => watcher.emit('error', fault)).toThrow(fault);
});
