import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const repository = path.resolve(import.meta.dirname, '../..');

export const staticFiles = (root: string) =>
  readdirSync(path.join(root, 'host/dist/static'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => `/${path.relative(path.join(root, 'host/dist'), path.join(entry.parentPath, entry.name))}`);

const integrityOf = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/** The host script and the settings script have other contents and names. */
export function makeNextRelease() {
  const root = mkdtempSync(path.join(tmpdir(), 'enfilade-release-'));
  for (const entry of readdirSync(repository)) if (entry !== 'host') symlinkSync(path.join(repository, entry), path.join(root, entry));
  mkdirSync(path.join(root, 'host'));
  cpSync(path.join(repository, 'host/dist'), path.join(root, 'host/dist'), { recursive: true });
  const scripts = path.join(root, 'host/dist/static/js');
  /** Changes a script and its name, and renames every reference. */
  const change = (folder: string, pattern: RegExp, whereNamed: string) => {
    const name = readdirSync(folder).find((file) => pattern.test(file)) ?? '';
    const [, hash = ''] = /\.([0-9a-f]{10})\.js$/.exec(name) ?? [];
    const file = path.join(folder, name.replace(hash, [...hash].reverse().join('')));
    // The script may name a script that was changed before.
    const before = integrityOf(path.join(repository, path.relative(root, folder), name));
    renameSync(path.join(folder, name), file);
    rmSync(path.join(folder, `${name}.br`));
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    const text = readFileSync(whereNamed, 'utf8');
    if (!text.includes(name) || !text.includes(before)) throw new Error(`${whereNamed} does not name ${name} with its integrity`);
    writeFileSync(whereNamed, text.replaceAll(hash, [...hash].reverse().join('')).replaceAll(before, integrityOf(file)));
  };
  const [main = ''] = readdirSync(scripts).filter((file) => /^index\..*\.js$/.test(file));
  change(path.join(scripts, 'async'), /^settings\..*\.js$/, path.join(scripts, main));
  change(scripts, /^index\..*\.js$/, path.join(root, 'host/dist/index.html'));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
