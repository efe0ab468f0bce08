// Builds what is stale, of the packages named or of all, everything in one process: loading the bundler once is most of the saving.
import path from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';
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
  const { content } = await loadConfig({ cwd });
  const rsbuild = await createRsbuild({ cwd, config: { ...content, logLevel: 'error' } });
  const { close } = await rsbuild.build();
  await close();
  if (name === 'host') compress(path.join(cwd, 'dist'));
  markBuilt(name, hash);
}
