// Writes the class names of every CSS module as types below .cache/css-types, where tsconfig.json finds them (rootDirs).
// `css-types.mjs DIR FOLDER…` writes the types of some folders into DIR.
import { rmSync } from 'node:fs';
import { run } from 'typed-css-modules';
import { root } from '../workspace.mjs';

process.chdir(root);
const everything = ['.cache/css-types', 'host', 'mfe-*', 'shared-contracts', 'infra/console'];
const [outDir = '', ...folders] = process.argv.length > 2 ? process.argv.slice(2) : everything;
rmSync(outDir, { recursive: true, force: true });
for (const folder of folders) await run('.', { pattern: `${folder}/{,!(node_modules)/**/}*.module.css`, outDir, silent: true });
