import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig, type RsbuildConfig, type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { containerName } from '../releases/release-set.ts';
import { satisfies } from '../releases/version-range.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { browsers } from './browsers.ts';
import { buildVersion, contentHash } from './content-version.mjs';
import { firstPaint } from './first-paint.ts';
import { filesBesideEntry, onlySharedVersion, ownScriptsOnly } from './own-scripts.ts';
import { plays } from './plays.ts';
import { type Described, declarationFileOf, describeRemote, loadContracts } from './remote-description.ts';
import { hiddenMaps, placeMaps } from './source-maps.ts';

export interface RemoteBuild {
  name: string;
  /** The remote's own folder, with package.json, declaration.json and screen.tsx. */
  folder: string;
  /** 1 (default): screen.tsx exports a component. 2: screen.tsx exports `mount` and may bundle another React than the page's. */
  contract?: 1 | 2;
}

const entryFile = 'remoteEntry.js';
const exposedScreen = './screen';
/** The bundler requires an entry, although only the container is built. */
const unneededEntry = 'screen';

const contractsFolder = path.resolve(import.meta.dirname, '..');
const installedVersion = (name: string, folder: string) =>
  (createRequire(path.join(folder, 'package.json'))(`${name}/package.json`) as { version: string }).version;

interface SharedPackage {
  singleton: true;
  import: false;
  requiredVersion: string;
}

/** A screen that mounts itself bundles React if its version differs from the page's. */
function sharedPackages({ folder, contract }: RemoteBuild): Record<string, SharedPackage> {
  const { shared } = loadContracts(folder);
  // `^19.3.0` for 19.3.1: a remote accepts every later minor version.
  const range = (name: string) => (shared[name] ?? '').replace(/^(\d+\.\d+)\..*/, '^$1.0');
  const share = (name: string): SharedPackage => ({ singleton: true, import: false, requiredVersion: range(name) });
  const isPages = (name: string) => {
    try {
      return satisfies(installedVersion(name, folder), range(name));
    } catch {
      // A screen that mounts itself may have no React at all.
      return false;
    }
  };
  if (contract === 2 && !['react', 'react-dom'].every(isPages)) return {};
  const [react, dom] = [share('react'), share('react-dom')];
  return { react, 'react/jsx-runtime': react, 'react-dom': dom, ...(contract === 2 && { 'react-dom/client': dom }) };
}

export function remoteConfig(build: RemoteBuild): RsbuildConfig {
  const { name, folder, contract = 1 } = build;
  const { version: packageVersion } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const hash = contentHash([folder, contractsFolder], findLockfiles(folder));
  const version = buildVersion(packageVersion, hash);
  const unique = containerName(name, version);
  const shared = sharedPackages({ ...build, contract });
  // The views of shared-contracts use the React that the remote bundles.
  const dedupe = 'react' in shared ? [] : ['react', 'react-dom'];
  const define = { __REMOTE_NAME__: JSON.stringify(name), __REMOTE_VERSION__: JSON.stringify(version) };
  const cssLoader = { modules: { getLocalIdent: createClassNames(`${name}-${version.replace(/[^0-9A-Za-z]/g, '-')}`) } };
  return defineConfig({
    root: folder,
    mode: 'production',
    plugins: [
      pluginReact(),
      description({ name, version, folder, contract, shared }),
      billOfMaterials({ name, version, folder }),
      firstPaint({ namespace: name, folder, define, dedupe, classNames: { tools: { cssLoader } } }),
      plays(folder),
    ],
    source: { entry: { [unneededEntry]: './screen.tsx' }, define },
    resolve: { dedupe },
    output: {
      distPath: { root: 'dist' },
      cleanDistPath: true,
      assetPrefix: `/remotes/${name}/${version}/`,
      legalComments: 'none',
      sourceMap: hiddenMaps,
      overrideBrowserslist: browsers,
      // Pictures in styles become files, because the page's CSP refuses data: URLs.
      dataUriLimit: 0,
    },
    splitChunks: false,
    security: { sri: { enable: true } },
    // By default, the federation plugin allows every origin on a development server.
    server: { cors: { origin: /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/ } },
    performance: { printFileSize: false },
    tools: {
      htmlPlugin: false,
      cssLoader,
      rspack: (config, { appendPlugins }) => {
        config.entry = {};
        config.output = {
          ...config.output,
          uniqueName: unique,
          chunkLoadingGlobal: `${unique}_chunks`,
          crossOriginLoading: 'anonymous',
          // A module that threw throws again on its next import.
          strictModuleErrorHandling: true,
          trustedTypes: { policyName: 'enfilade-remote' },
          ...placeMaps(folder),
        };
        appendPlugins([container(unique, shared), onlySharedVersion(), ownScriptsOnly(), filesBesideEntry()]);
      },
    },
  });
}

/** Lockfiles of any package manager. Bundled packages are part of the version. */
function findLockfiles(folder: string): string[] {
  const names = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
  const found = names.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  const above = path.dirname(folder);
  return found.length > 0 || above === folder ? found : findLockfiles(above);
}

/** Names classes by file and class, because hashes would not compress. @throws Error if two files have the same name */
function createClassNames(prefix: string) {
  const paths = new Map<string, string>();
  return ({ resourcePath }: { resourcePath: string }, _template: string, local: string) => {
    const name = path.basename(resourcePath, '.module.css');
    // A team's card.module.css may exist beside the kit's.
    const file = resourcePath.includes('/node_modules/') ? `kit-${name}` : name;
    const known = paths.get(file) ?? resourcePath;
    if (known !== resourcePath) throw new Error(`${known} and ${resourcePath} would have the same class names; rename one of the files.`);
    paths.set(file, resourcePath);
    return `${prefix}-${file}_${local}`;
  };
}

/** The first federation protocol, whose entry needs no runtime on the page. */
function container(unique: string, shared: Record<string, SharedPackage>) {
  return new rspack.container.ModuleFederationPluginV1({
    name: unique,
    filename: entryFile,
    exposes: { [exposedScreen]: { import: './screen.tsx', name: 'screen' } },
    shared,
  });
}

interface Description extends Described {
  shared: Record<string, SharedPackage>;
}

function description({ shared, ...described }: Description): RsbuildPlugin {
  const { name, version, folder } = described;
  return {
    name: 'enfilade-description',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ compilation, sources }) => {
        const emit = (file: string, facts: object) =>
          compilation.emitAsset(file, new sources.RawSource(`${JSON.stringify(facts, null, 2)}\n`));
        emit('enfilade-remote.json', describeRemote(described));
        const declarationFile = declarationFileOf(folder);
        if (declarationFile !== undefined) compilation.fileDependencies.add(declarationFile);
        emit('mf-manifest.json', federationManifest(compilation, containerName(name, version), shared));
      });
    },
  };
}

/** Federation's own manifest, limited to the fields that the registry reads. */
function federationManifest(compilation: Rspack.Compilation, container: string, shared: Record<string, SharedPackage>) {
  // Hot updates of a development server only change a running page.
  const isLasting = (file: string) => !file.includes('.hot-update.');
  const ofScreen = compilation.namedChunkGroups.get('screen')?.getFiles() ?? [];
  const screen = ofScreen.filter(isLasting);
  const others = Object.keys(compilation.assets).filter((file) => file !== entryFile && !screen.includes(file) && isLasting(file));
  const filesOf = (kind: string) => ({
    sync: screen.filter((file) => file.endsWith(kind)),
    async: others.filter((file) => file.endsWith(kind)),
  });
  return {
    metaData: { globalName: container, publicPath: compilation.outputOptions.publicPath },
    shared: Object.entries(shared).map(([name, { singleton, requiredVersion }]) => ({ name, version: '', singleton, requiredVersion })),
    exposes: [{ path: exposedScreen, assets: { js: filesOf('.js'), css: filesOf('.css') } }],
  };
}
