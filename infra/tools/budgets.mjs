// Sizes that must hold, read from the built files. What a page asks for over the wire is measured in e2e/flows/budgets.spec.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtPackages, root } from './workspace.mjs';

const entryLimitBytes = 10_000;

const entries = builtPackages
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(path.join(root, name, 'dist/remoteEntry.js')), { level: 9 }).length }));

for (const { name, bytes } of entries) console.log(`${name} remoteEntry ${bytes} B gzip, at most ${entryLimitBytes}`);
const over = entries.filter(({ bytes }) => bytes > entryLimitBytes);
if (entries.length === 0 || over.length > 0) {
  console.error(`Over budget: ${over.map(({ name }) => name).join(', ') || 'nothing was built'}`);
  process.exit(1);
}
