import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Packs @enfilade/contract 1.2.3 as OUT/contract-1.2.3.tgz. The same files make the same bytes.
 * @param {string} folder @param {string} out
 * @throws Error with npm's message
 */
export function packPackage(folder, out) {
  // npm sets owner, time and order, and keeps modes.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(path.join(entry.parentPath, entry.name), 0o644);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot pack ${folder}: ${stderr}`);
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const [scope = '', own = ''] = name.slice(1).split('/');
  renameSync(path.join(out, `${scope}-${own}-${version}.tgz`), path.join(out, `${own}-${version}.tgz`));
}
