// Plain JavaScript, because the tools that decide what is stale run before anything is built.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isLeftBehind } from '../kit/is-left-behind.mjs';

/** Folders of tools, whose changes make no new version. */
const isSkipped = (/** @type {string} */ folder) =>
  folder.startsWith('.') || ['node_modules', 'dist', 'coverage', 'test-results'].includes(folder);

/** Omits tests, build results and files of systems and editors. @param {string} folder @returns {string[]} sorted */
export function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLeftBehind(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return isSkipped(entry.name) ? [] : sourceFiles(file);
      return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
    });
}

/**
 * @param {readonly string[]} folders @param {readonly string[]} [files]
 * @returns {string} SHA-256 in hexadecimal over all names and bytes
 */
export function contentHash(folders, files = []) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of sourceFiles(folder)) hash.update(path.relative(folder, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  for (const file of files) if (existsSync(file)) hash.update(path.basename(file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * `<package version>-dev.<8 of the content hash>` makes every edit a new version. ENFILADE_VERSION names a release instead.
 * @param {string} packageVersion @param {string} hash @returns {string}
 */
export function buildVersion(packageVersion, hash) {
  const released = process.env['ENFILADE_VERSION'];
  if (released) return released;
  // Semver reads eight digits as a number, which must not start with 0. The part therefore contains a letter.
  const start = [...hash].findIndex((_, at) => /[a-f]/.test(hash.slice(at, at + 8)));
  return `${packageVersion}-dev.${hash.slice(start, start + 8)}`;
}
