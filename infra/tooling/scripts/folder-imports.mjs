// Exits with 1 if two folders of the source import each other, so that a reader can begin with one of them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { listFiles, root } from '../workspace.mjs';

const isTest = (/** @type {string} */ file) => /\.(test|spec)\.|\.d\.ts$|(^|\/)(testing|fixtures)\//.test(file) || file.startsWith('e2e/');

const sources = listFiles('*.ts', '*.tsx', '*.mjs').filter((file) => !isTest(file) && existsSync(path.join(root, file)));
const known = new Set(sources);

/** Undefined for other packages and for styles. @param {string} file @param {string} specifier */
function resolve(file, specifier) {
  const [, name = '', rest] = /^@enfilade\/([a-z-]+)\/(.+)$/.exec(specifier) ?? [];
  if (rest === undefined && !specifier.startsWith('.')) return undefined;
  const folder = name === 'shared-contracts' ? name : `infra/${name}`;
  const target = rest === undefined ? path.posix.join(path.posix.dirname(file), specifier) : `${folder}/${rest}`;
  return ['', '.ts', '.tsx', '.mjs'].map((ending) => target + ending).find((candidate) => known.has(candidate));
}

/** Two folders, the importer first. @type {Set<string>} */
const folderImports = new Set();
for (const file of sources) {
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const { fileName } of ts.preProcessFile(text).importedFiles) {
    const target = resolve(file, fileName);
    if (target !== undefined) folderImports.add(`${path.posix.dirname(file)} ${path.posix.dirname(target)}`);
  }
}

const mutual = [...folderImports].filter((pair) => {
  const [from = '', to = ''] = pair.split(' ');
  return from < to && folderImports.has(`${to} ${from}`);
});

console.log(`${mutual.length} pairs of folders that import each other`);
for (const pair of mutual) console.error(`  ${pair.replace(' ', ' and ')}`);
if (mutual.length > 0) process.exit(1);
