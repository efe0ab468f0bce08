import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { remotes } from '../test-kit/command-line.ts';
import { makeFolder } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'docs/a-screen-from-your-own-repository.md'), 'utf8');

function blockAfter(words: string): string {
  const [, text] = /```\w+\n([\s\S]*?)```/.exec(document.slice(document.indexOf(words))) ?? [];
  if (!document.includes(words) || text === undefined) throw new Error(`The document has no code after “${words}”.`);
  return text;
}

/** Files that the document describes for a new Rsbuild project, and their variants for a screen that mounts itself. */
const files = {
  'src/screen.tsx': blockAfter('Write `src/screen.tsx`'),
  'src/screen.module.css': blockAfter('Write `src/screen.module.css`'),
  'rsbuild.config.ts': blockAfter('Change `rsbuild.config.ts`'),
  'enfilade.json': blockAfter('Write `enfilade.json`'),
  'package.json': '{ "name": "poster", "version": "1.0.0", "type": "module" }',
  'src/index.tsx': "void import('./screen');",
};
const mounting = {
  ...files,
  'src/screen.tsx': blockAfter('## Without React'),
  'enfilade.json': files['enfilade.json'].replace('"contract": 1', '"contract": 2'),
};

for (const [kind, project] of [
  ['a component', files],
  ['a screen that mounts itself', mounting],
] as const)
  test(`the document’s code for ${kind} builds, publishes and shows the screen`, { tag: '@all' }, async ({ page, atEnd }) => {
    const folder = makeFolder('own-build-');
    const site = await startSite();
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    atEnd(site.stop);
    mkdirSync(path.join(folder, 'src'));
    for (const [file, text] of Object.entries(project)) writeFileSync(path.join(folder, file), text);
    symlinkSync(path.join(root, 'examples/whats-on/node_modules'), path.join(folder, 'node_modules'));
    await promisify(execFile)(process.execPath, ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], { cwd: folder });
    await remotes(site, 'publish', path.join(folder, 'dist'));
    await remotes(site, 'pin', 'poster@1.0.0', '--museum', museums.cathedral);
    await page.goto(`${site.origin}/?museum=${museums.cathedral}`);
    await screenOf(page, 'landing').getByRole('button', { name: 'Poster' }).click();
    await expect(screenOf(page, 'poster').getByRole('heading', { level: 1, name: 'Saint Aurelian’s Cathedral' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/poster');
  });
