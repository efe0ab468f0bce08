// Sizes that must hold, read from the built files. What a page asks for over the wire is measured in e2e/flows/budgets.spec.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtPackages, root } from './workspace.mjs';

const entryLimitBytes = 10_000;
const voiceLimitBytes = 90_000;

/** @param {string} file */
const gzipBytes = (file) => gzipSync(readFileSync(path.join(root, file)), { level: 9 }).length;

const entries = builtPackages
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => ({ name: `${name} remoteEntry`, bytes: gzipBytes(`${name}/dist/remoteEntry.js`), limitBytes: entryLimitBytes }));

// The one chunk of the host that is fetched when a visitor begins to speak with the guide.
const chunks = 'host/dist/static/js/async';
const voice = readdirSync(path.join(root, chunks))
  .filter((name) => /^voice\..*\.js$/.test(name))
  .map((name) => ({ name: `host ${name}`, bytes: gzipBytes(`${chunks}/${name}`), limitBytes: voiceLimitBytes }));

const measured = [...entries, ...voice];
for (const { name, bytes, limitBytes } of measured) console.log(`${name} ${bytes} B gzip, at most ${limitBytes}`);
const over = measured.filter(({ bytes, limitBytes }) => bytes > limitBytes);
if (entries.length === 0 || voice.length !== 1 || over.length > 0) {
  console.error(`Over budget: ${over.map(({ name }) => name).join(', ') || 'something that is measured was not built'}`);
  process.exit(1);
}
