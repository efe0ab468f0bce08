// Compares the host's voice chunk with its budget. Publish checks every screen, and e2e/flows/budgets.spec.ts measures the bytes on the wire.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { voiceBudget } from '../../../shared-contracts/build/budgets.mjs';
import { root } from '../workspace.mjs';

const folder = path.join(root, 'host/dist/static/js/async');
const [chunk, ...more] = readdirSync(folder).filter((name) => /^voice\..*\.js$/.test(name));
if (chunk === undefined || more.length > 0) {
  console.error('The build of the host has no voice chunk, or more than one. Run npm run build.');
  process.exit(1);
}
const bytes = gzipSync(readFileSync(path.join(folder, chunk)), { level: 9 }).length;
console.log(`host ${chunk}: ${bytes} bytes gzip, up to ${voiceBudget}`);
if (bytes > voiceBudget) process.exit(1);
