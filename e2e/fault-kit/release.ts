import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { createRsbuild } from '@rsbuild/core';
import { create } from 'tar';
import type { RunningSite } from './start-site.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Inside this package, so that a copied screen finds the packages it imports. */
const cache = path.resolve(import.meta.dirname, '../.cache');

/** Builds a remote from any folder, as its team would; returns the built folder. */
export async function buildRemote(name: string, folder: string): Promise<string> {
  const rsbuild = await createRsbuild({ cwd: folder, config: { ...remoteConfig({ name, folder }), logLevel: 'error' } });
  const { close } = await rsbuild.build();
  await close();
  return path.join(folder, 'dist');
}

/** A copy of a screen's sources with some texts changed, beside the originals' packages. Call `remove` at the end. */
export function copyScreen(source: string, changes: { file: string; from: string; to: string }[]): { folder: string; remove(): void } {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'copy-'));
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

/** Publishes a built folder over HTTP; returns the version. */
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

async function callRegistry(site: RunningSite, method: 'GET' | 'PUT' | 'DELETE', address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${site.origin}/registry/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${site.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} was refused: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

/** Pins a version for one museum over HTTP; `expected` is what was pinned there before. */
export async function pin(
  site: RunningSite,
  museumId: string,
  to: { name: string; version: string; expected: string | null },
): Promise<void> {
  await callRegistry(site, 'PUT', `/museums/${museumId}/pins/${to.name}`, { version: to.version, expected: to.expected });
}

/** Takes a museum's own pin away; the default is in force again. */
export async function unpin(site: RunningSite, museumId: string, name: string): Promise<void> {
  const { remotes } = (await callRegistry(site, 'GET', `/museums/${museumId}/set`)) as { remotes: Record<string, { version: string }> };
  await callRegistry(site, 'DELETE', `/museums/${museumId}/pins/${name}`, { expected: remotes[name]?.version });
}
