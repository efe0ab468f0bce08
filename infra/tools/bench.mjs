// `npm run bench`: the figures the project promises, measured on what `npm start` runs. Nothing here is a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureBuild } from '../bench/measure-build.mjs';
import { measureFirstWord } from '../bench/measure-first-word.mjs';
import { measureStart } from '../bench/measure-start.mjs';
import { root } from './workspace.mjs';

process.chdir(root);
const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-bench-'));
try {
  measureBuild();
  await measureStart(dataDir);
  await measureFirstWord(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
