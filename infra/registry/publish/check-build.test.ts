import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { PublishRefusedError } from '../registry-error.ts';
import { editJson, type Files, remoteFiles, writeBuild } from '../testing/built-remote.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../testing/temporary-registry.ts';
import { fitsContract } from './check-build.ts';

let temporary: TemporaryRegistry;
beforeEach(async () => {
  temporary = await openTemporaryRegistry();
});
afterEach(() => temporary.end());

const without = (file: string): Files => {
  const files = remoteFiles();
  files.delete(file);
  return files;
};
const withFile = (file: string, contents: string | Buffer): Files => remoteFiles().set(file, contents);
/** Changes one part of the manifest; `part` leads to it. */
const withManifest = (part: string[], change: object): Files =>
  editJson(remoteFiles(), 'mf-manifest.json', (manifest) => {
    const target = part.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], manifest);
    Object.assign(target as object, change);
  });
const publish = async (files: Files, name = 'landing') =>
  temporary.registry().publish({ name, folder: await writeBuild(await temporary.folder(), files), actor: 'tests' });

interface BadBuild {
  what: string;
  files(): Files;
  message: RegExp;
}
const badBuilds: BadBuild[] = [
  {
    what: 'no description',
    files: () => without('enfilade-remote.json'),
    message: /no enfilade-remote\.json; build the remote with the preset/,
  },
  { what: 'no manifest', files: () => without('mf-manifest.json'), message: /no mf-manifest\.json/ },
  { what: 'a manifest that is no JSON', files: () => withFile('mf-manifest.json', '<html>'), message: /mf-manifest\.json is not valid/ },
  { what: 'a manifest too large to be one', files: () => withFile('mf-manifest.json', ' '.repeat(300_000)), message: /larger than/ },
  { what: 'no entry', files: () => without('remoteEntry.js'), message: /no remoteEntry\.js; set "filename"/ },
  { what: 'an empty entry', files: () => withFile('remoteEntry.js', ''), message: /no remoteEntry\.js/ },
  {
    what: 'an entry over its budget',
    files: () => withFile('remoteEntry.js', randomBytes(10_100)),
    message: /after gzip and may have 10000/,
  },
  { what: 'another name', files: () => remoteFiles({ name: 'visit' }), message: /calls itself "visit"/ },
  { what: 'a contract this site does not run', files: () => remoteFiles({ contract: '^2.0.0' }), message: /built for contract \^2\.0\.0/ },
  { what: 'a contract that is no range', files: () => remoteFiles({ contract: 'whatever' }), message: /no range of versions/ },
  { what: 'a version that is none', files: () => remoteFiles({ version: '1.0' }), message: /not valid at "version"/ },
  { what: 'build metadata in its version', files: () => remoteFiles({ version: '1.0.0+7' }), message: /not valid at "version"/ },
  {
    what: 'no federation version',
    files: () => withManifest(['metaData'], { pluginVersion: 'next' }),
    message: /no version of federation/,
  },
  {
    what: 'chunks loaded from elsewhere',
    files: () => withManifest(['metaData'], { publicPath: 'https://cdn.example/' }),
    message: /output\.assetPrefix/,
  },
  {
    what: "another version's container",
    files: () => withManifest(['metaData'], { globalName: 'landing' }),
    message: /container is not called enfilade_landing_1_0_0/,
  },
  {
    what: 'a shared package without a range',
    files: () => withManifest(['shared', '0'], { requiredVersion: 'latest!' }),
    message: /shared package "react" has no range/,
  },
  {
    what: 'no screen',
    files: () => withManifest(['exposes', '0'], { path: './other' }),
    message: /exposes no "\.\/screen"/,
  },
  {
    what: 'a chunk that the manifest names and nobody built',
    files: () => without('static/js/async/texts-en.ab12.js'),
    message: /not in the build/,
  },
  { what: 'more initial files than a set can hold', files: crowded, message: /needs 17 scripts/ },
  {
    what: 'a file of an unknown kind',
    files: () => withFile('notes.txt', 'hello'),
    message: /"notes\.txt" is of a kind that is not served/,
  },
];

function crowded(): Files {
  const names = Array.from({ length: 16 }, (_, at) => `static/js/${at}.js`);
  const files = withManifest(['exposes', '0', 'assets', 'js'], { sync: names });
  for (const name of names) files.set(name, '1');
  return files;
}

describe('the gate', () => {
  it.each(badBuilds)('refuses a build with $what, in one sentence', async ({ files, message }) => {
    const error = await publish(files()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishRefusedError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toMatch(/^[^\n]+[;,] [^\n]+\.$/);
    expect(temporary.registry().listRemotes()).toEqual([]);
  });

  it('refuses a folder that is not there, and one with links in it', async () => {
    const folder = await writeBuild(await temporary.folder(), remoteFiles());
    await symlink('/etc/passwd', path.join(folder, 'static/js/link.js'));
    const at = (where: string) => temporary.registry().publish({ name: 'landing', folder: where, actor: 'tests' });
    await expect(at(folder)).rejects.toThrow(/link or a device/);
    await expect(at(path.join(folder, 'dist'))).rejects.toThrow(/build the remote first/);
  });

  it('does not mind keys that later federation releases add', async () => {
    const files = withManifest([], { future: { key: 1 } });
    expect(await publish(files)).toEqual({ version: '1.0.0', alreadyThere: false });
  });

  it('measures a contract range against the running contract', () => {
    expect(['^1.0.0', '>=1 <2', '*', '^0.9.0', '^1.2.0', '2.x'].map(fitsContract)).toEqual([true, true, true, false, false, false]);
  });
});
