// Builds the stale packages, or the stale ones of the named packages, in one process, because loading the bundler takes most of the time.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { packPackage } from '../pack-package.mjs';
import { compress, inputHash, markBuilt, root, stalePackages } from '../workspace.mjs';

process.env['NODE_ENV'] = 'production';
const began = Date.now();
const named = process.argv.slice(2);
const stale = stalePackages(named.length > 0 ? named : undefined);
if (stale.length === 0) console.log('Everything is built.');
else {
  console.log(`Building ${stale.join(', ')} …`);
  await Promise.all(stale.map(build));
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** @param {string} name */
async function build(name) {
  const cwd = path.join(root, name);
  const hash = inputHash(name);
  if (name === 'infra/contract') packContract(cwd);
  else await bundle(name, cwd);
  if (name === 'infra/server') await writeWatchingFiles();
  markBuilt(name, hash);
}

/** @param {string} name @param {string} cwd */
async function bundle(name, cwd) {
  const { content } = await loadConfig({ cwd });
  const rsbuild = await createRsbuild({ cwd, config: { ...content, logLevel: 'error' } });
  const { close } = await rsbuild.build();
  await close();
  if (name === 'host') compress(path.join(cwd, 'dist'));
}

async function writeWatchingFiles() {
  const { bundleModules } = await import('../bundle-modules.mjs');
  const load = await bundleModules('watching', { files: 'infra/tooling/watching/dashboard.ts' }, 'infra/tooling');
  const { watchingFiles } = await load('files');
  for (const [file, content] of Object.entries(watchingFiles)) writeFileSync(path.join(root, file), content);
}

/** @param {string} folder */
function packContract(folder) {
  const copy = path.join(folder, '.cache/package');
  rmSync(copy, { recursive: true, force: true });
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) cpSync(path.join(folder, name), path.join(copy, name));
  cpSync(path.join(root, 'LICENSE'), path.join(copy, 'LICENSE'));
  packPackage(copy, path.join(folder, 'dist'));
}
