import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { containerName } from '@enfilade/shared-contracts/releases/release-set';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';
import { Header } from 'tar';
import { contractHistory } from '../publish/build-files.ts';
import type { Release } from '../state/releases.ts';

export type Files = Map<string, string | Buffer>;

export interface RemoteBuild {
  name?: string;
  version?: string;
  contract?: string;
  /** By default the declaration of the screen with the name, if there is one. */
  declaration?: object | undefined;
  text?: string;
  /** Bundled packages of the bill of materials: bytes by path by `name@version`. By default there is no bill. */
  packages?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  texts?: Readonly<Record<string, string>>;
}

const screenScript = 'static/js/async/screen.5f2c.js';
const screenStyle = 'static/css/async/screen.91aa.css';
/** Maps the first line to one place. */
export const screenMap = JSON.stringify({ version: 3, sources: ['ui/talk-panel.tsx'], names: [], mappings: 'AAuFa' });
const textsScript = 'static/js/async/texts-en.ab12.js';

const wordsOf = (name: string) => ({ en: name, de: name, fr: name });

export function declarationOf(name: string, change: object = {}): object {
  const words = wordsOf(name);
  return { title: words, routes: [`/${name}`], needs: ['museum'], entries: [{ id: name, place: 'landing-card', title: words }], ...change };
}

export const releaseOf = (change: Partial<Release> = {}): Release => ({
  ...{ name: 'landing', version: '1.0.0', contract: `^${contractVersion}`, shared: {}, initial: [], files: {} },
  declaration: { title: {}, routes: [`/${change.name ?? 'landing'}`], needs: [] },
  ...change,
});

export function remoteFiles({
  name = 'landing',
  version = '1.0.0',
  contract = `^${contractVersion}`,
  text = 'hello',
  packages,
  texts,
  declaration = Object.hasOwn(someDeclarations, name) ? { ...someDeclarations[name], title: wordsOf(name) } : undefined,
}: RemoteBuild = {}): Files {
  const react = { version: '', singleton: true, requiredVersion: '^19.3.0' };
  const manifest = {
    id: name,
    metaData: {
      publicPath: `/remotes/${name}/${version}/`,
      globalName: containerName(name, version),
    },
    shared: [
      { id: 'react', name: 'react', ...react },
      { id: 'dom', name: 'react-dom', ...react },
    ],
    remotes: [],
    exposes: [
      {
        name: 'screen',
        path: './screen',
        assets: {
          js: { sync: [screenScript], async: [textsScript] },
          css: { sync: [screenStyle], async: [] },
        },
      },
    ],
  };
  const built = contract.startsWith('^2.') ? mountContractVersion : contractVersion;
  const contractFacts = { contract, contractVersion: built, contractFingerprint: contractHistory.get(built) };
  const files: Files = new Map([
    ['remoteEntry.js', ''],
    [screenScript, `export const text = ${JSON.stringify(text)};`],
    [`${screenScript}.map`, '{}'],
    [`${screenScript}.LICENSE.txt`, 'MIT'],
    [screenStyle, `.${name}-screen { color: red }`],
    [textsScript, 'export default {};'],
    ['static/svg/vault.7c.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['index.html', '<!doctype html>'],
    ['mf-stats.json', '{}'],
    ['mf-manifest.json', JSON.stringify(manifest)],
    ['enfilade-remote.json', JSON.stringify({ name, version, ...contractFacts, declaration })],
    ...(packages ? [['private/sbom.cdx.json', JSON.stringify(billOf(packages))] as const] : []),
    ...languages.flatMap((language) => (texts ? [[`private/texts/${language}.json`, JSON.stringify(texts)] as const] : [])),
  ]);
  return sealEntry(files, `globalThis.${containerName(name, version)} = {};`);
}

function billOf(packages: NonNullable<RemoteBuild['packages']>): object {
  const components = Object.entries(packages).map(([key, modules]) => {
    const at = key.lastIndexOf('@');
    const files = Object.entries(modules).map(([name, bytes]) => ({
      ...{ type: 'file', name },
      properties: [{ name: 'enfilade:bytes', value: String(bytes) }],
    }));
    const licenses = [{ license: { id: 'MIT' } }];
    return { type: 'library', name: key.slice(0, at), version: key.slice(at + 1), licenses, components: files };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}

/** The entry contains `code` and the hashes of all scripts and styles. */
export function sealEntry(files: Files, code = '{}'): Files {
  const loaded = [...files].filter(([file]) => /\.(?:js|css)$/.test(file) && file !== 'remoteEntry.js');
  const hashes = loaded.map(([, contents]) => `sha384-${createHash('sha384').update(contents).digest('base64')}`);
  return new Map(files).set('remoteEntry.js', `${code} /* ${hashes.join(' ')} */`);
}

export function editJson(files: Files, file: string, edit: (value: Record<string, unknown>) => void): Files {
  const value = JSON.parse(String(files.get(file)));
  edit(value);
  return new Map(files).set(file, JSON.stringify(value));
}

export async function writeBuild(folder: string, files: Files): Promise<string> {
  for (const [file, contents] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), contents);
  }
  return folder;
}

export interface TarEntry {
  path: string;
  contents?: string | Buffer;
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO';
  linkpath?: string;
}

/** The entries may be invalid. */
export function packEntries(entries: readonly TarEntry[], level?: number): Buffer {
  const blocks = entries.flatMap(({ path: file, contents = '', type = 'File', linkpath }) => {
    const body = Buffer.from(contents);
    const header = new Header({ path: file, type, size: body.length, mode: 0o644, mtime: new Date(0), ...(linkpath ? { linkpath } : {}) });
    header.encode();
    return [header.block ?? Buffer.alloc(512), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), level === undefined ? {} : { level });
}

export function packBuild(files: Files): Buffer {
  return packEntries([...files].map(([file, contents]) => ({ path: file, contents })));
}
