import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeRemote, readTeamFile, teamFile } from '@enfilade/shared-contracts/build/remote-description';
import { nameSource } from '@enfilade/shared-contracts/build/source-maps';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { integrityOf, listFiles } from '../../http/kit.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { type BuildFiles, isScriptOrStyle, type Release } from '../state/releases.ts';
import { type FederationManifest, parseManifest, stockOf } from './build.ts';
import {
  type Attempt,
  collectProblems,
  contractHistory,
  createBuildCollector,
  descriptionFile,
  manifestFile,
  mapOf,
  privateFolder,
} from './build-files.ts';

// The plugin writes no description, so the team's enfilade.json or the command has the description.

/** The command's values override the file. */
export interface SaidOfBuild {
  name?: string | undefined;
  version?: string | undefined;
}

export const isStockBuild = (dist: string): boolean => !existsSync(path.join(dist, descriptionFile));

/** @param attempt runs each check @returns the build, and the ignored files */
export async function readStockBuild(dist: string, said: SaidOfBuild, attempt: Attempt): Promise<{ files: BuildFiles; leftOut: string[] }> {
  const folder = findTeamFolder(dist);
  const contents = await readAll(dist);
  // The check of the build reports problems of the manifest.
  const manifest = collectProblems().attempt(() => parseManifest(contents));
  const stock = manifest && stockOf(manifest);
  const isPart = stock ? findParts(contents, stock, exposedFiles(manifest)) : () => true;
  const collector = createBuildCollector();
  const add = (file: string, bytes: Buffer) =>
    attempt(() => {
      if (collector.accepts(file, bytes.length)) collector.add(file, bytes);
    });
  const leftOut: string[] = [];
  for (const [file, bytes] of contents) {
    if (isOfNobody(file)) continue;
    const kept = keptAs(file, bytes, { dist, folder, isPart });
    if (kept === undefined) leftOut.push(file);
    else add(...kept);
  }
  add(descriptionFile, await describe(folder, said, attempt));
  return { files: collector.files, leftOut };
}

/** At or above the built folder. */
function findTeamFolder(folder: string): string {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, 'package.json')) || above === folder ? folder : findTeamFolder(above);
}

async function readAll(dist: string): Promise<Map<string, Buffer>> {
  const files = await listFiles(dist).catch((cause: unknown) => {
    throw new PublishRefusedError(`The folder ${dist} cannot be read; build the remote first.`, { cause });
  });
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(path.join(dist, file))] as const)));
}

/** Licences, types and figures of the bundler. */
const isOfNobody = (file: string) => /\.LICENSE\.txt$|^mf-stats\.json$|^@mf-types(?:\/|\.(?:zip|d\.ts)$)|\.css\.map$/.test(file);

const exposedFiles = ({ exposes }: FederationManifest): ReadonlySet<string> =>
  new Set(exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]));

/**
 * The entry, the exposed module, scripts and styles whose hashes the entry contains, and other files that any of them names.
 * All other files belong to the team's own page.
 */
function findParts(
  contents: ReadonlyMap<string, Buffer>,
  { entry }: NonNullable<Release['stock']>,
  exposed: ReadonlySet<string>,
): (file: string) => boolean {
  const hashes = contents.get(entry) ?? Buffer.alloc(0);
  const isCode = (file: string) =>
    file === entry || exposed.has(file) || hashes.includes(integrityOf(contents.get(file) ?? Buffer.alloc(0)));
  const code = [...contents].filter(([file]) => isScriptOrStyle(file) && isCode(file));
  const names = new Set(code.map(([file]) => file));
  return (file) => names.has(file) || (!isScriptOrStyle(file) && code.some(([, bytes]) => bytes.includes(path.posix.basename(file))));
}

interface Place {
  dist: string;
  folder: string;
  isPart(file: string): boolean;
}

/** Undefined for a file that is not part of the screen. */
function keptAs(file: string, bytes: Buffer, { dist, folder, isPart }: Place): [string, Buffer] | undefined {
  if (file === manifestFile) return [file, bytes];
  if (!file.endsWith('.map')) return isPart(file) ? [file, bytes] : undefined;
  const script = file.slice(0, -'.map'.length);
  return isPart(script) ? [privateFolder + mapOf(script), withoutSources(bytes, path.dirname(path.join(dist, file)), folder)] : undefined;
}

/** Source names are relative to the team's folder, and shortened because the plugin uses module texts. */
function withoutSources(bytes: Buffer, place: string, folder: string): Buffer {
  const {
    sourcesContent: _,
    sources = [],
    ...map
  }: { sourcesContent?: unknown; sources?: unknown } = Object(parseJson(bytes.toString('utf8')));
  const name = nameSource(folder);
  const named = Array.isArray(sources)
    ? sources.map((source) => name(path.resolve(place, String(source).replace(/^webpack:\/\/[^/]*\//, `${folder}/`))).slice(0, 1_000))
    : sources;
  return Buffer.from(JSON.stringify({ ...map, sources: named }));
}

async function describe(folder: string, said: SaidOfBuild, attempt: Attempt): Promise<Buffer> {
  try {
    const team = readTeamFile(folder);
    if (!team) {
      const fields =
        'name, contract (1 for a React component, 2 for a screen that mounts itself) and declaration (title, routes, needs, entries)';
      throw new Error(`There is no ${teamFile} in ${folder}; write the file with ${fields}.`);
    }
    const { name, version = await packageVersion(folder), contract } = team;
    const described = describeRemote({ name: said.name ?? name, version: said.version ?? version, contract, folder });
    return Buffer.from(JSON.stringify(described));
  } catch (cause) {
    attempt(() => {
      throw new PublishRefusedError(cause instanceof Error ? cause.message : String(cause), { cause });
    });
    // The placeholder lets one run report all problems of the build.
    return Buffer.from(JSON.stringify(undescribed(said.name ?? 'screen')));
  }
}

const undescribed = (name: string) => ({
  ...{ name, version: '0.0.0', contract: `^${contractVersion}`, contractVersion },
  contractFingerprint: contractHistory.get(contractVersion),
  declaration: { title: { en: name, de: name, fr: name }, routes: [`/${name}`], needs: [] },
});

async function packageVersion(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'package.json')).catch(() => Buffer.from('{}'));
  return String(Object(parseJson(decodeText(text))).version ?? '');
}
