// `node infra/tooling/scripts/css-types.mjs`: writes the class names of every CSS module as types below .cache/css-types, where
// tsconfig.json finds them (rootDirs): a class that no style sheet has is a type error.
import { rmSync } from 'node:fs';
import { run } from 'typed-css-modules';
import { root } from '../workspace.mjs';

process.chdir(root);
const outDir = '.cache/css-types';
rmSync(outDir, { recursive: true, force: true });
for (const folder of ['host', 'mfe-*', 'shared-contracts', 'infra/console'])
  await run('.', { pattern: `${folder}/{,!(node_modules)/**/}*.module.css`, outDir, silent: true });
