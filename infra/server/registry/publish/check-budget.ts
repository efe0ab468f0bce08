import { gzipSync } from 'node:zlib';
import { budgetOf, entryBudget, loadedAtMost } from '@enfilade/shared-contracts/build/budgets';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, isScriptOrStyle } from '../state/releases.ts';
import type { BuildFacts } from './build-facts.ts';
import { byName } from './build-files.ts';

interface Measured {
  file: string;
  /** After gzip. */
  bytes: number;
}

/** Of the largest files, so many are named. */
const namedFiles = 3;

/**
 * What a screen costs each visitor, after gzip: its entry, its first view, and all it can load.
 * @param initial scripts and styles of the first view besides the entry
 * @throws PublishRefusedError which names the largest files
 */
export function checkBudget({ name, served }: BuildFacts, initial: readonly string[]): void {
  const budget = budgetOf(name);
  const measured = [...served].filter(([file]) => isScriptOrStyle(file)).map(([file, bytes]) => ({ file, bytes: gzipBytes(bytes) }));
  const firstView = new Set([entryFile, ...initial]);
  refuseOver(entryFile, entryBudget, {
    files: measured.filter(({ file }) => file === entryFile),
    mend: 'share only react and react-dom, and build with the preset of shared-contracts',
  });
  refuseOver(`The first view of ${name}`, budget.firstView, {
    files: measured.filter(({ file }) => firstView.has(file)),
    mend: 'load with import() what is not seen at once',
  });
  refuseOver(`All of ${name}`, budget.all, {
    files: loadedAtMost(measured),
    mend: 'leave out what the screen does not need, or import less of it',
  });
}

function refuseOver(what: string, limit: number, { files, mend }: { files: readonly Measured[]; mend: string }): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limit) return;
  throw new PublishRefusedError(`${what} has ${total} bytes after gzip and may have ${limit} (${largestOf(files)}); ${mend}.`);
}

function largestOf(files: readonly Measured[]): string {
  const sorted = [...files].sort((a, b) => b.bytes - a.bytes || byName(a.file, b.file));
  return sorted
    .slice(0, namedFiles)
    .map(({ file, bytes }) => `${file} ${bytes}`)
    .join(', ');
}

function gzipBytes(contents: Buffer): number {
  return gzipSync(contents, { level: 9 }).length;
}
