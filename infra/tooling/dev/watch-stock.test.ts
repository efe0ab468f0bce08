import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { declarationOf, editJson, remoteFiles, sealEntry, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { beforeEach, expect, it } from '@rstest/core';
import { repositoryRoot } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';
import type { Inspected } from './local-builds.ts';
import { watchStock } from './watch-stock.ts';

const { at, write } = createTestFolder();
beforeEach(() => {
  // The contract's package, as in a team's repository.
  mkdirSync(at('node_modules/@enfilade'), { recursive: true });
  symlinkSync(path.join(repositoryRoot, 'infra/contract'), at('node_modules/@enfilade/contract'));
});

/** With the names of the federation plugin. */
function stockFiles() {
  const files = remoteFiles({ name: 'poster' });
  for (const file of files.keys()) if (/^enfilade-remote|\.map$/.test(file)) files.delete(file);
  const remoteEntry = { name: 'remoteEntry.js', path: '', type: 'global' };
  const named = editJson(files, 'mf-manifest.json', (manifest) => {
    manifest['metaData'] = { pluginVersion: '2.9.2', publicPath: 'auto', globalName: 'poster', remoteEntry };
  });
  return sealEntry(named, 'globalThis.poster = {};');
}

const tool = "require('node:fs').cpSync('built', 'dist', { recursive: true }); setInterval(() => {}, 1000)";

function follow() {
  const seen: Inspected[] = [];
  const said: string[] = [];
  const terminal = { say: () => undefined, problem: (line: string) => void said.push(line) };
  return { seen, said, watched: watchStock({ name: 'poster', folder: at(), terminal, onBuilt: (build) => void seen.push(build) }) };
}

const declarationIn = (inspected: Inspected | undefined) => {
  if (inspected && 'build' in inspected) return { version: inspected.build.release.version, ...inspected.build.release.declaration };
  return expect.unreachable(JSON.stringify(inspected));
};

it('watchStock reads a build of another tool with enfilade.json, and an edit of enfilade.json makes a new version', async () => {
  write('package.json', { version: '1.2.0', scripts: { build: `node -e "${tool}" --` } });
  write('enfilade.json', { name: 'poster', contract: 1, declaration: declarationOf('poster') });
  await writeBuild(at('built'), stockFiles());
  const { seen, watched } = follow();
  const { close } = await watched;
  try {
    const before = declarationIn(seen.at(-1));
    expect(before).toMatchObject({ version: expect.stringMatching(/^1\.2\.0-dev\.[0-9a-f]{8}$/), routes: ['/poster'] });
    write('enfilade.json', { name: 'poster', contract: 1, declaration: declarationOf('poster', { routes: ['/posters'] }) });
    await expect.poll(() => declarationIn(seen.at(-1)).routes).toEqual(['/posters']);
    expect(declarationIn(seen.at(-1)).version).not.toBe(before.version);
  } finally {
    await close();
  }
});

it('watchStock names a tool that ends without watching, with its exit code', async () => {
  write('package.json', { scripts: { build: 'exit 3; ' } });
  write('enfilade.json', { name: 'poster', declaration: declarationOf('poster') });
  const { said, watched } = follow();
  await expect(watched).rejects.toThrow('exited with 3. The tool must keep running');
  expect(said).toEqual([expect.stringContaining('npm run build -- --watch')]);
});
