import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { hiddenMaps, placeMaps } from '@enfilade/shared-contracts/build/source-maps';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { createRsbuild, type RsbuildConfig } from '@rsbuild/core';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { declarationOf, writeBuild } from '../registry/testing/built-remote.ts';
import { openTemporaryRegistry, silentLog, type TemporaryRegistry } from '../registry/testing/temporary-registry.ts';
import { createFrameMapper } from './map-frames.ts';

const panel = `import type { ReactNode } from 'react';

export function press(words: string): ReactNode {
  if (words.length > 3) throw new Error('thrown by the panel');
  return words;
}
`;
const screen = `import { press } from './ui/talk-panel.tsx';
export default () => <button onClick={() => press('spoken')}>{press('a')}</button>;
export const loadTexts = () => import('./texts/en.json');
`;
const host = `export function dispatch(run: () => void) {
  try { run(); } finally { console.info('called by the host'); }
}
(globalThis as { go?: unknown }).go = dispatch;
`;

let temporary: TemporaryRegistry;
let mapFrames: ReturnType<typeof createFrameMapper>;
let hostDir: string;
let folder: string;
let version: string;
beforeAll(async () => {
  temporary = await openTemporaryRegistry();
  folder = await writeBuild(
    await temporary.folder(),
    new Map([
      ['package.json', JSON.stringify({ name: '@enfilade/mfe-visit', version: '1.9.0' })],
      ['declaration.json', JSON.stringify(declarationOf('visit'))],
      ['screen.tsx', screen],
      ['ui/talk-panel.tsx', panel],
      ...['en', 'de', 'fr'].map((language) => [`texts/${language}.json`, '{}'] as const),
    ]),
  );
  await symlink(path.resolve(import.meta.dirname, '../../../shared-contracts/node_modules'), path.join(folder, 'node_modules'));
  const hostFolder = await writeBuild(await temporary.folder(), new Map([['start.ts', host]]));
  await build(folder, remoteConfig({ name: 'visit', folder }));
  await build(hostFolder, {
    root: hostFolder,
    mode: 'production',
    source: { entry: { index: './start.ts' } },
    output: { sourceMap: hiddenMaps },
    tools: { htmlPlugin: false, rspack: { output: placeMaps(hostFolder) } },
  });
  ({ version } = await temporary.registry().publish({ name: 'visit', folder: path.join(folder, 'dist'), actor: 'tests' }));
  hostDir = path.join(hostFolder, 'dist');
  mapFrames = createFrameMapper({ registry: temporary.registry(), hostDir, log: silentLog });
});
afterAll(() => temporary.close());

async function build(cwd: string, rsbuildConfig: RsbuildConfig): Promise<void> {
  const rsbuild = await createRsbuild({ cwd, rsbuildConfig: { ...rsbuildConfig, logLevel: 'error' } });
  await (await rsbuild.build()).close();
}

async function findInScripts(dist: string, base: string, text: string) {
  for (const entry of await readdir(dist, { recursive: true })) {
    if (!entry.endsWith('.js')) continue;
    const lines = (await readFile(path.join(dist, entry), 'utf8')).split('\n');
    const at = lines.findIndex((line) => line.includes(text));
    if (at !== -1) return { file: `${base}/${entry}`, line: at + 1, column: (lines[at]?.indexOf(text) ?? 0) + 1 };
  }
  throw new Error(`No script says "${text}"`);
}

it('frames of a remote and the host map to their sources, and the maps have no absolute paths', async () => {
  const thrown = await findInScripts(path.join(folder, 'dist'), `/remotes/visit/${version}`, 'thrown by the panel');
  const called = await findInScripts(hostDir, '', 'called by the host');
  expect(await mapFrames([thrown, called])).toMatchObject([
    { remote: 'visit', version, file: 'ui/talk-panel.tsx', line: 4, isMapped: true },
    { remote: 'host', version: contractVersion, file: 'start.ts', line: 2, isMapped: true },
  ]);
  const maps = (await readdir(path.join(folder, 'dist'), { recursive: true })).filter((file) => file.endsWith('.map'));
  expect(maps.length).toBeGreaterThan(0);
  for (const file of maps) {
    const [, script = ''] = /^private\/maps\/(.+)\.map$/.exec(file) ?? [];
    const text = await readFile(path.join(folder, 'dist', file), 'utf8');
    expect(text).not.toContain(folder);
    expect(text).not.toContain('thrown by the panel');
    expect(await readFile(path.join(folder, 'dist', script), 'utf8')).not.toContain('sourceMappingURL');
  }
});

it('frames of scripts without a map keep their place, and frames of unpublished scripts are dropped', async () => {
  const entry = { file: `/remotes/visit/${version}/remoteEntry.js`, line: 900, column: 1 };
  const invented = ['/remotes/visit/9.9.9/a.js', `/remotes/visit/${version}/what-i-said.js`, '/static/js/what-i-said.js'];
  expect(await mapFrames([entry, ...invented.map((file) => ({ file, line: 1, column: 1 }))])).toEqual([
    { remote: 'visit', version, file: 'remoteEntry.js', line: 900, column: 1, isMapped: false },
  ]);
});
