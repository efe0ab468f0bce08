import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import type { Page } from '@playwright/test';
import { createRsbuild, mergeRsbuildConfig, type RsbuildInstance } from '@rsbuild/core';
import { create } from 'tar';
import type { RunningSite } from './start-site.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.resolve(import.meta.dirname, '../.cache');

/** A folder inside this package, so that its code finds the packages it imports. */
export function makeFolder(prefix: string): string {
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(path.join(cache, prefix));
}

const builds = new Map<string, Promise<string>>();
/** A build empties its folder, so each worker has another folder. */
const builtDir = path.join(cache, `built-${process.pid}`);
process.once('exit', () => rmSync(builtDir, { recursive: true, force: true }));

/** Builds once for all tests of a worker. @returns the built folder */
export function buildRemote(name: string, folder: string, contract: 1 | 2 = 1): Promise<string> {
  const built = path.join(builtDir, `${name}-${hashOf('sha256', folder, 'hex').slice(0, 8)}`);
  const building = builds.get(built) ?? buildInto(built, { name, folder, contract });
  builds.set(built, building);
  return building;
}

async function buildInto(built: string, remote: Parameters<typeof remoteConfig>[0]): Promise<string> {
  const config = mergeRsbuildConfig(remoteConfig(remote), { output: { distPath: { root: built } }, logLevel: 'error' });
  await buildOnce(await createRsbuild({ cwd: remote.folder, config }));
  return built;
}

/** Restores NODE_ENV, so that programs of later tests do not run in production mode. */
export async function buildOnce(rsbuild: RsbuildInstance): Promise<void> {
  const before = process.env['NODE_ENV'];
  const { close } = await rsbuild.build();
  await close();
  if (before === undefined) delete process.env['NODE_ENV'];
}

/** The visitor's cookie names the fault. */
export function breakEntry(entry: string): void {
  const code = readFileSync(entry, 'utf8');
  const broken = 'if(/fault=entry/.test(document.cookie))throw new Error("broken entry");';
  if (!code.startsWith(broken)) writeFileSync(entry, broken + code);
}

/** The visitor's cookie `fault` names the fault; `entry` breaks the entry. */
export async function buildFaulty(name: string, fixture: 'faulty-landing' | 'faulty-filler'): Promise<string> {
  const built = await buildRemote(name, path.resolve(import.meta.dirname, '../fixtures', fixture));
  breakEntry(path.join(built, 'remoteEntry.js'));
  // A replacement of our screen has our screen's declaration.
  if (fixture === 'faulty-landing') {
    const description = path.join(built, 'enfilade-remote.json');
    const declaration = JSON.parse(readFileSync(path.join(root, `mfe-${name}/declaration.json`), 'utf8'));
    writeFileSync(description, JSON.stringify({ ...JSON.parse(readFileSync(description, 'utf8')), declaration }));
  }
  return built;
}

/** The copy is beside the originals' packages. Call `remove` at the end. */
export function copyScreen(source: string, changes: { file: string; from: string; to: string }[]): { folder: string; remove(): void } {
  const folder = makeFolder('copy-');
  const isSource = (file: string) => !/\/(node_modules|dist)(\/|$)/.test(file.slice(source.length));
  cpSync(path.join(root, source), folder, { recursive: true, filter: isSource });
  symlinkSync(path.join(root, source, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { file, from, to } of changes) {
    const before = readFileSync(path.join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${source}/${file} does not say "${from}"`);
    writeFileSync(path.join(folder, file), before.replaceAll(from, to));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const builtLanding = path.join(root, 'mfe-landing/dist');

/** Changes the text, the version wherever a build writes it, and the hashes in the entry, without building. Call `remove` at the end. */
export function changeBuiltLanding(from: string, to: string): { folder: string; remove(): void } {
  const { version } = JSON.parse(readFileSync(path.join(builtLanding, 'enfilade-remote.json'), 'utf8')) as { version: string };
  const changed = `0.1.0-dev.${hashOf('sha256', to, 'hex').slice(0, 8)}`;
  const inNames = (text: string) => text.replaceAll(/[.-]/g, '_');
  const folder = mkdtempSync(path.join(tmpdir(), 'enfilade-landing-'));
  cpSync(builtLanding, folder, { recursive: true });
  const entry = path.join(folder, 'remoteEntry.js');
  let entryText = readFileSync(entry, 'utf8').replaceAll(version, changed).replaceAll(inNames(version), inNames(changed));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = path.join(file.parentPath, file.name);
    if (!file.isFile() || name === entry) continue;
    const before = readFileSync(name, 'utf8');
    const text = before.replaceAll(version, changed).replaceAll(inNames(version), inNames(changed));
    const after = file.name.startsWith('texts-en.') ? text.replaceAll(from, to) : text;
    if (file.name.startsWith('texts-en.') && after === text) throw new Error(`${file.name} does not say "${from}"`);
    writeFileSync(name, after);
    entryText = entryText.replaceAll(hashOf('sha384', before, 'base64'), hashOf('sha384', after, 'base64'));
  }
  writeFileSync(entry, entryText);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const hashOf = (algorithm: string, text: string, encoding: 'hex' | 'base64') => createHash(algorithm).update(text).digest(encoding);

/** @returns the version */
export async function publish(site: RunningSite, name: string, built: string): Promise<string> {
  const archive = path.join(mkdtempSync(path.join(tmpdir(), 'enfilade-publish-')), 'remote.tgz');
  await create({ gzip: true, cwd: built, file: archive }, ['.']);
  const response = await fetch(`${site.origin}/registry/v1/remotes/${name}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/gzip' },
    body: readFileSync(archive),
  });
  rmSync(path.dirname(archive), { recursive: true, force: true });
  const answer = (await response.json()) as { version: string; message?: string };
  if (!response.ok) throw new Error(`Publishing ${name} was refused: ${answer.message}`);
  return answer.version;
}

async function callRegistry(
  site: RunningSite,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  address: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${site.origin}/registry/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${site.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} was refused: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

/** `expected` is the version pinned before. */
export async function pin(
  site: RunningSite,
  museumId: string,
  to: { name: string; version: string; expected: string | null },
): Promise<void> {
  await callRegistry(site, 'PUT', `/museums/${museumId}/pins/${to.name}`, { version: to.version, expected: to.expected });
}

/** Then the default applies. */
export async function unpin(site: RunningSite, museumId: string, name: string): Promise<void> {
  const { remotes } = (await callRegistry(site, 'GET', `/museums/${museumId}/set`)) as { remotes: Record<string, { version: string }> };
  await callRegistry(site, 'DELETE', `/museums/${museumId}/pins/${name}`, { expected: remotes[name]?.version });
}

/** @returns the rollout's id */
export async function startRollout(
  site: RunningSite,
  museumId: string,
  rollout: { versions: Record<string, string>; percent: number },
): Promise<string> {
  return ((await callRegistry(site, 'POST', `/museums/${museumId}/rollouts`, rollout)) as { id: string }).id;
}

export async function changeRollout(
  site: RunningSite,
  museumId: string,
  id: string,
  change: { percent: number } | { halt: true },
): Promise<void> {
  await callRegistry(site, 'PATCH', `/museums/${museumId}/rollouts/${id}`, change);
}

/** A page with the grant in its address gets the version at the museum. */
export async function issueGrant(
  site: RunningSite,
  order: { remote: string; version: string; museumId: string; minutes: number },
): Promise<string> {
  return ((await callRegistry(site, 'POST', '/grants', order)) as { grant: string }).grant;
}

/** The page requests its release set, as when the visitor returns to the tab. */
export const askForVersions = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

interface ListedError {
  place: string | null;
  kinds: string[];
  visits: number;
  frames: { remote: string; file: string }[];
}

/** HTTP saves a program start for each poll. */
export async function listErrors(site: RunningSite, remote: string, version: string): Promise<ListedError[]> {
  return ((await callRegistry(site, 'GET', `/remotes/${remote}/errors?version=${version}`)) as { errors: ListedError[] }).errors;
}

/** Number of visits; `source` names a source file. */
export async function countFailures(
  site: RunningSite,
  remote: string,
  version: string,
  { kind, file }: { kind: string; file?: string | undefined },
): Promise<number> {
  const isSuch = ({ kinds, place }: ListedError) => kinds.includes(kind) && (file === undefined || place?.startsWith(`${file}:`));
  return (await listErrors(site, remote, version)).filter(isSuch).reduce((sum, { visits }) => sum + visits, 0);
}
