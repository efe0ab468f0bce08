import { filePathSchema, longestPath } from '@enfilade/shared-contracts/api/version-schemas';
import { isPublishable } from '../../http/encoded-text.ts';
import { firstPaintLimit } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import type { BuildFiles } from '../state/releases.ts';
import history from './contract-history.json' with { type: 'json' };

/** `node infra/tooling/scripts/record-contract.mjs` adds fingerprints of @enfilade/contract. Entries never change. */
export const contractHistory: ReadonlyMap<string, string> = new Map(Object.entries(history));

/** In bytes by default, far above any screen. `shared-contracts/build/budgets.mjs` limits a screen's download size. */
export const buildLimits = {
  archive: 20_000_000,
  unpacked: 64_000_000,
  /** Files and folders. */
  entries: 1_000,
  /** Files that visitors can load: number, size of each, total size. */
  files: 300,
  file: 4_000_000,
  total: 24_000_000,
  /** Scripts and styles of the first view. The release set's schema has this limit. */
  initial: 16,
  /** Number, size of each, total size. */
  privateFiles: 600,
  privateFile: 16_000_000,
  privateTotal: 40_000_000,
  map: 6_000_000,
  plays: 64_000,
  /** Number, size of each. */
  firstPaints: 40,
  firstPaint: firstPaintLimit,
} as const;

/** The registry reads the file and does not serve it. */
export const descriptionFile = 'enfilade-remote.json';
export const manifestFile = 'mf-manifest.json';
const facts: ReadonlySet<string> = new Set([descriptionFile, manifestFile]);
const ignored = /(?:\.map|\.LICENSE\.txt|^mf-stats\.json)$|^(?!first-paint\/).*\.html$/s;
const firstPaint = /^first-paint\/(?:en|de|fr)(?:\.[\w-]+)?\.html$/;

/** Only the gateway uses a first paint, in pages. */
export const isFirstPaint = (file: string) => firstPaint.test(file);

/** Stored with a version and not served. Names of private files omit the folder. */
export const privateFolder = 'private/';
/** For `remotes can-ship`. */
export const playsFile = 'plays.json';
/** The site writes the file, and refuses a build that contains the file. */
export const firstPaintsFile = 'first-paints.json';
/** CycloneDX, written by `shared-contracts/build/bill-of-materials.ts`. */
export const billFile = 'sbom.cdx.json';
export const mapOf = (script: string) => `maps/${script}.map`;
export const mapPath = /^maps\/(.+)\.map$/;

export type BuildCollector = ReturnType<typeof createBuildCollector>;

/** Throws at the first file over a limit, before more files are read. */
export function createBuildCollector() {
  const files: BuildFiles = new Map();
  const folders = new Set<string>();
  const served = { files: 0, bytes: 0 };
  const kept = { files: 0, bytes: 0 };
  return {
    files,
    /** @returns whether the caller must add the contents @throws PublishRefusedError for an unsafe path, an unknown kind or a limit */
    accepts(file: string, bytes: number): boolean {
      if (file.startsWith('/') || /[\\\0]|^[A-Za-z]:/.test(file) || file.split('/').includes('..'))
        throw new PublishRefusedError(`"${printable(file)}" leads out of the build; pack the contents of dist alone.`);
      const isPrivate = file.startsWith(privateFolder);
      if (!isPrivate && ignored.test(file)) return false;
      const total = isPrivate ? kept : served;
      total.files += 1;
      total.bytes += bytes;
      const [problem] = isPrivate ? privateProblems(file, bytes, kept) : servedProblems(file, bytes, served);
      if (problem !== undefined) throw new PublishRefusedError(problem);
      return true;
    },
    add(file: string, contents: Buffer) {
      if (files.has(file)) throw new PublishRefusedError(`"${file}" is in the archive twice; pack the contents of dist again.`);
      checkPlace(file, files, folders);
      files.set(file, contents);
    },
  };
}

export type Attempt = <Result>(check: () => Result) => Result | undefined;

/** A team sees all problems at once. */
export function collectProblems() {
  const problems: PublishRefusedError[] = [];
  const attempt: Attempt = (check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof PublishRefusedError)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  return { problems, attempt };
}

export function printable(file: string): string {
  return file.replace(/[^\x20-\x7e]/g, '?').slice(0, 160);
}

/** @throws PublishRefusedError if a path is a file and a folder */
function checkPlace(file: string, files: BuildFiles, folders: Set<string>): void {
  const above = file.split('/').slice(0, -1);
  const within = above.map((_, at) => above.slice(0, at + 1).join('/'));
  const clash = folders.has(file) ? file : within.find((folder) => files.has(folder));
  if (clash !== undefined) throw new PublishRefusedError(`"${clash}" is a file and a folder; pack the contents of dist again.`);
  for (const folder of within) folders.add(folder);
}

function* pathProblems(file: string): Generator<string> {
  if (filePathSchema.safeParse(file).success) return;
  const name = `"${printable(file)}"`;
  if (file.startsWith('@mf-types')) yield `${name} is not served to visitors; set "dts: false" of the federation plugin and build again.`;
  if (file.length > longestPath) yield `${name} has ${file.length} characters, but the limit is ${longestPath}; use shorter names.`;
  yield `${name} cannot be part of an address; use names of letters, digits, dots, dashes and underscores, without a dot at the start.`;
}

interface Total {
  files: number;
  bytes: number;
}

function* servedProblems(file: string, bytes: number, total: Total): Generator<string> {
  const isPaint = isFirstPaint(file);
  if (!facts.has(file)) yield* pathProblems(file);
  if (file.endsWith('.html') && !isPaint)
    yield `"${file}" is not a valid name of a first paint; use the name of its language, such as first-paint/en.html.`;
  if (!facts.has(file) && !isPublishable(file) && !isPaint)
    yield `"${file}" is of a kind that is not served to visitors; build without it, or turn it into a script, style, picture, font or sound.`;
  const limit = isPaint ? buildLimits.firstPaint : buildLimits.file;
  if (bytes > limit) yield `"${file}" has ${bytes} bytes, but the limit is ${limit}; split it or make it smaller.`;
  if (total.bytes > buildLimits.total)
    yield `The build is larger than ${buildLimits.total} bytes; leave out what the screen does not need.`;
  if (total.files > buildLimits.files) yield `The build has more than ${buildLimits.files} files; merge chunks.`;
}

function privateLimit(file: string): number {
  if (file === playsFile) return buildLimits.plays;
  return mapPath.test(file) ? buildLimits.map : buildLimits.privateFile;
}

function* privateProblems(file: string, bytes: number, total: Total): Generator<string> {
  yield* pathProblems(file);
  if (file === privateFolder + firstPaintsFile) yield `"${file}" is a name of a file that the site writes; give the file another name.`;
  const { privateFiles, privateTotal } = buildLimits;
  const limit = privateLimit(file.slice(privateFolder.length));
  if (bytes > limit) yield `"${file}" has ${bytes} bytes, but the limit is ${limit}; leave it out.`;
  if (total.bytes > privateTotal || total.files > privateFiles)
    yield `The build keeps more than ${privateFiles} files or ${privateTotal} bytes in ${privateFolder}; leave some out.`;
}
