import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { loadPlays } from './plays.ts';

async function load(source: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'plays-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'plays.ts');
  await writeFile(file, source);
  return loadPlays(file);
}

it('loadPlays() reads the plays of a remote from their TypeScript file', async () => {
  const plays = [{ name: 'looks', steps: [{ sees: [{ text: 'Hello' }] }] }];
  expect(await load(`import type { Plays } from 'x';\nexport const plays: Plays = ${JSON.stringify(plays)};`)).toEqual(plays);
});

const importing = "import { name } from './name.ts';\nexport const plays = [{ name, steps: [{ key: 'Enter' }] }];";

it.each([
  ['an import that is not a type', importing, /may import types alone/],
  ['a file without the export plays', 'export const steps = [];', /is not valid at/],
  ['a placeholder without a word', "export const plays = [{ name: 'a', steps: [{ sees: [{ text: '{{age}}' }] }] }];", /names \{\{age\}\}/],
])('loadPlays() throws a sentence that names the fault for %s', async (_, source, message) => {
  await expect(load(source)).rejects.toThrow(message);
});
