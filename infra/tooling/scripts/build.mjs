// Builds what is stale, of the packages named or of all, everything in one process: loading the bundler once is most of the saving.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { inputHash, markBuilt, root, stalePackages } from '../workspace.mjs';

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

/**
 * Brotli beside every text file, so that no request ever waits for it.
 * @param {string} folder
 */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
