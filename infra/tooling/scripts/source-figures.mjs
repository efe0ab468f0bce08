// Counts lines and imports of the source. Exits with 1 if two folders import each other, so that a reader can begin with one of them.
// `--list` names every file that exactly one other file imports.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { listFiles, root } from '../workspace.mjs';

const isTest = (/** @type {string} */ file) => /\.(test|spec)\.|\.d\.ts$|(^|\/)(testing|fixtures)\//.test(file) || file.startsWith('e2e/');

const sources = listFiles('*.ts', '*.tsx', '*.mjs').filter((file) => !isTest(file) && existsSync(path.join(root, file)));
const known = new Set(sources);

/** Names in imports → folders. @type {Map<string, string>} */
const packages = new Map([
  ['shared-contracts', 'shared-contracts'],
  ...['server', 'cli', 'platform', 'console', 'tooling'].map((name) => /** @type {[string, string]} */ ([name, `infra/${name}`])),
]);

/** Undefined for other packages and for styles. @param {string} file @param {string} specifier */
function resolve(file, specifier) {
  const [, name = '', rest = ''] = /^@enfilade\/([a-z-]+)\/(.+)$/.exec(specifier) ?? [];
  const folder = packages.get(name);
  if (!specifier.startsWith('.') && folder === undefined) return undefined;
  const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : `${folder}/${rest}`;
  return ['', '.ts', '.tsx', '.mjs'].map((ending) => target + ending).find((candidate) => known.has(candidate));
}

/** @type {Map<string, Set<string>>} */
const importers = new Map(sources.map((file) => [file, new Set()]));
/** @type {Map<string, number>} */
const folderImports = new Map();
let lines = 0;
for (const file of sources) {
  const text = readFileSync(path.join(root, file), 'utf8');
  lines += text.split('\n').length - 1;
  const imported = new Set(ts.preProcessFile(text).importedFiles.map(({ fileName }) => resolve(file, fileName)));
  for (const target of imported) {
    if (target === undefined || target === file) continue;
    importers.get(target)?.add(file);
    const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)];
    if (from !== to) folderImports.set(`${from} ${to}`, (folderImports.get(`${from} ${to}`) ?? 0) + 1);
  }
}

const single = [...importers].filter(([, files]) => files.size === 1);
const mutual = [...folderImports.keys()].filter((pair) => {
  const [from = '', to = ''] = pair.split(' ');
  return from < to && folderImports.has(`${to} ${from}`);
});

console.log(`${lines} lines in ${sources.length} files`);
console.log(`${single.length} files imported by exactly one other (${((100 * single.length) / sources.length).toFixed(1)} %)`);
console.log(`${mutual.length} pairs of folders that import each other`);
if (process.argv.includes('--list')) for (const [file, [importer]] of single) console.log(`  ${file} ← ${importer}`);
for (const pair of mutual) console.error(`  ${pair.replace(' ', ' and ')}`);
if (mutual.length > 0) process.exit(1);
