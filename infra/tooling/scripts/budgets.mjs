// Compares the built files with their budgets, as publish does. e2e/flows/budgets.spec.ts measures the bytes on the wire.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { budgetLimits, entryBudget, loadedAtMost, voiceBudget } from '../../../shared-contracts/build/budgets.mjs';
import { builtPackages, root } from '../workspace.mjs';

/** @typedef {{ name: string, bytes: number, limitBytes: number }} Figure */

/** @param {string} file */
const gzipBytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
/** @param {readonly { bytes: number }[]} files */
const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);

/** @param {string} dist @returns {Figure[]} */
function measureRemote(dist) {
  const { name, declaration } = JSON.parse(readFileSync(path.join(dist, 'enfilade-remote.json'), 'utf8'));
  const { exposes } = JSON.parse(readFileSync(path.join(dist, 'mf-manifest.json'), 'utf8'));
  const [{ assets }] = exposes;
  const firstView = new Set(['remoteEntry.js', ...assets.js.sync, ...assets.css.sync]);
  const measured = readdirSync(dist, { recursive: true })
    .map(String)
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => ({ file, bytes: gzipBytes(path.join(dist, file)) }));
  const budget = declaration?.budget ?? budgetLimits.visitors;
  return [
    { name: `${name} remoteEntry`, bytes: sum(measured.filter(({ file }) => file === 'remoteEntry.js')), limitBytes: entryBudget },
    { name: `${name} first view`, bytes: sum(measured.filter(({ file }) => firstView.has(file))), limitBytes: budget.firstView },
    { name: `${name} in all`, bytes: sum(loadedAtMost(measured)), limitBytes: budget.all },
  ];
}

const remotes = builtPackages
  .map((name) => path.join(root, name, 'dist'))
  .filter((dist) => existsSync(path.join(dist, 'enfilade-remote.json')))
  .flatMap(measureRemote);

const chunks = path.join(root, 'host/dist/static/js/async');
const voice = readdirSync(chunks)
  .filter((name) => /^voice\..*\.js$/.test(name))
  .map((name) => ({ name: `host ${name}`, bytes: gzipBytes(path.join(chunks, name)), limitBytes: voiceBudget }));

const measured = [...remotes, ...voice];
for (const { name, bytes, limitBytes } of measured) console.log(`${name}: ${bytes} bytes gzip, up to ${limitBytes}`);
const isMissing = builtPackages.filter((name) => name.startsWith('mfe-')).length * 3 > remotes.length || voice.length !== 1;
const over = measured.filter(({ bytes, limitBytes }) => bytes > limitBytes);
if (isMissing || over.length > 0) {
  console.error(
    over.length > 0 ? `Over budget: ${over.map(({ name }) => name).join(', ')}` : 'A measured build is missing. Run npm run build.',
  );
  process.exit(1);
}
