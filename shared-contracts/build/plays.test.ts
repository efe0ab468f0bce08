import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { loadPlays } from './plays.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plays-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(source: string) {
  const file = path.join(folder, 'plays.ts');
  await writeFile(file, source);
  return loadPlays(file);
}

it('loadPlays() reads the plays of a remote from their TypeScript file', async () => {
  const plays = await load(
    "import type { Plays } from 'x';\nexport const plays: Plays = [{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }];",
  );
  expect(plays).toEqual([{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }]);
});

it.each([
  [
    'an import that is not a type',
    "import { name } from './name.ts';\nexport const plays = [{ name, steps: [{ key: 'Enter' }] }];",
    /may import types alone/,
  ],
  ['a file without the export plays', 'export const steps = [];', /is not valid at/],
  ['a placeholder without a word', "export const plays = [{ name: 'a', steps: [{ sees: [{ text: '{{age}}' }] }] }];", /names \{\{age\}\}/],
])('loadPlays() throws a sentence that names the fault for %s', async (_, source, message) => {
  await expect(load(source)).rejects.toThrow(message);
});
