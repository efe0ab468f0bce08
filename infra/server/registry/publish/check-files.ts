import { createHash } from 'node:crypto';
import type { Release } from '../state/record.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, isScriptOrStyle } from '../state/releases.ts';
import type { BuildFacts } from './build-facts.ts';
import { buildLimits, byName } from './build-files.ts';

const exposedScreen = './screen';

/** @throws PublishRefusedError */
export function checkEntry(entry: Buffer | undefined): void {
  if (entry && entry.length > 0) return;
  throw new PublishRefusedError(`The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`);
}

/**
 * Scripts and styles of the first view besides the entry, sorted.
 * @throws PublishRefusedError
 */
export function initialFiles({ manifest: { exposes }, served }: BuildFacts): string[] {
  const screen = exposes.find((expose) => expose.path === exposedScreen)?.assets;
  if (!screen) throw new PublishRefusedError(`The build exposes no "${exposedScreen}"; expose it and build again.`);
  const initial = [...screen.js.sync, ...screen.css.sync].filter((file) => file !== entryFile && isScriptOrStyle(file));
  for (const file of [...initial, ...screen.js.async, ...screen.css.async]) {
    if (!served.has(file)) throw new PublishRefusedError('The manifest names a file that is not in the build; empty dist and build again.');
  }
  if (initial.length > buildLimits.initial) {
    throw new PublishRefusedError(
      `The first view needs ${initial.length} scripts and styles and may need ${buildLimits.initial}; switch splitChunks off and build again.`,
    );
  }
  return [...new Set(initial)].sort(byName);
}

/**
 * The release set vouches for the entry, the entry for whatever it loads: a chunk whose hash the entry does not hold
 * would be run without being checked.
 * @throws PublishRefusedError
 */
export function checkIntegrity({ served }: BuildFacts): void {
  const entry = served.get(entryFile);
  if (!entry?.length) return;
  for (const [file, contents] of served) {
    if (file === entryFile || !isScriptOrStyle(file) || entry.includes(integrityOf(contents))) continue;
    throw new PublishRefusedError(`${entryFile} does not hold the hash of "${file}"; switch security.sri on and build again.`);
  }
}

export function hashedFiles(served: ReadonlyMap<string, Buffer>): Release['files'] {
  const sorted = [...served].sort(([a], [b]) => byName(a, b));
  return Object.fromEntries(sorted.map(([file, bytes]) => [file, { bytes: bytes.length, integrity: integrityOf(bytes) }]));
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
