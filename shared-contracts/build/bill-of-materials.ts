import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { isLeftBehind } from '../kit/is-left-behind.mjs';

interface PackageFacts {
  name: string;
  version: string;
  license?: string;
}

/**
 * Writes for the registry alone: `private/sbom.cdx.json` (CycloneDX 1.6) and `private/texts/<language>.json`. Equal sources make equal
 * bytes.
 */
export function billOfMaterials({ name, version, folder }: { name: string; version: string; folder: string }): RsbuildPlugin {
  return {
    name: 'enfilade-bill-of-materials',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ compilation, sources }) => {
        const emit = (file: string, contents: string | Buffer) => compilation.emitAsset(`private/${file}`, new sources.RawSource(contents));
        const packages = findPackages(compilation, folder);
        emit('sbom.cdx.json', `${JSON.stringify(describe({ name, version }, packages), null, 1)}\n`);
        const texts = path.join(folder, 'texts');
        const files = existsSync(texts) ? readdirSync(texts).filter((file) => file.endsWith('.json') && !isLeftBehind(file)) : [];
        for (const file of files.sort()) emit(`texts/${file}`, readFileSync(path.join(texts, file)));
      });
    },
  };
}

function findPackages(compilation: Rspack.Compilation, folder: string): PackageFacts[] {
  const found = new Map<string, PackageFacts>();
  const isOwn = (file: string) => file.startsWith(folder + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
  for (const module of bundledModules(compilation)) {
    const file = module.nameForCondition();
    // Modules of the bundler itself have no file.
    const root = file && path.isAbsolute(file) && !isOwn(file) ? packageRoot(path.dirname(file)) : undefined;
    if (root !== undefined && !found.has(root)) found.set(root, readPackage(root));
  }
  return [...found.values()].sort((a, b) => (purlOf(a) < purlOf(b) ? -1 : 1));
}

function bundledModules({ modules, chunkGraph }: Rspack.Compilation): Rspack.Module[] {
  const inChunks = [...modules].filter((module) => chunkGraph.getModuleChunks(module).length > 0);
  return inChunks.flatMap((module) => ('modules' in module ? (module as Rspack.ConcatenatedModule).modules : [module]));
}

/** The nearest folder whose package.json has name and version. Packages have other files that only set the module type. */
function packageRoot(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PackageFacts>;
    if (name && version) return folder;
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : packageRoot(above);
}

function readPackage(root: string): PackageFacts {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as PackageFacts;
  return { name, version, ...(typeof license === 'string' && { license }) };
}

const purlOf = ({ name, version }: PackageFacts) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function describe(remote: { name: string; version: string }, packages: readonly PackageFacts[]) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': remote.name, ...remote } },
    components: packages.map(({ license, ...facts }) => ({
      type: 'library',
      'bom-ref': purlOf(facts),
      ...facts,
      ...(license !== undefined && { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }),
      purl: purlOf(facts),
    })),
  };
}
