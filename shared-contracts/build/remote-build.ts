import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig, type RsbuildConfig, type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { containerProtocol } from '../releases/check-remote.ts';
import { containerName } from '../releases/container-name.ts';
import { contractVersion } from '../releases/contract.ts';
import { browsers } from './browsers.ts';
import { buildVersion, contentHash } from './content-version.mjs';
import { contractFingerprint } from './contract-surface.mjs';
import { firstPaint } from './first-paint.ts';
import { filesBesideEntry, ownScriptsOnly } from './own-scripts.ts';
import { hiddenMaps, nameSources } from './source-maps.ts';

export interface RemoteBuild {
  /** The remote's name: `landing`, `visit` … */
  name: string;
  /** The remote's own folder, with package.json and screen.tsx. */
  folder: string;
}

const entryFile = 'remoteEntry.js';
const exposedScreen = './screen';
/** The bundler wants one; what is built is the container's. */
const unneededEntry = 'screen';

const require = createRequire(import.meta.url);
/** `^19.3.0` for 19.3.1: a remote accepts every later minor of what it was built with. */
const rangeOf = (name: string) => (require(`${name}/package.json`) as { version: string }).version.replace(/^(\d+\.\d+)\..*/, '^$1.0');
const contractsFolder = path.resolve(import.meta.dirname, '..');

/** Only these are shared; the host provides them, a remote never brings its own. */
function sharedPackages() {
  const consumed = (name: string) => ({ singleton: true, import: false as const, requiredVersion: rangeOf(name) });
  return { react: consumed('react'), 'react/jsx-runtime': consumed('react'), 'react-dom': consumed('react-dom') };
}

/** The build of one remote: everything a museum's own version of a screen must get right, in one place. */
export function remoteConfig({ name, folder }: RemoteBuild): RsbuildConfig {
  const { version: packageVersion } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const hash = contentHash([folder, contractsFolder], [path.join(contractsFolder, '../pnpm-lock.yaml')]);
  const version = buildVersion(packageVersion, hash);
  const unique = containerName(name, version);
  const define = { __REMOTE_NAME__: JSON.stringify(name), __REMOTE_VERSION__: JSON.stringify(version) };
  const cssLoader = { modules: { getLocalIdent: createClassNames(`${name}-${version.replace(/[^0-9A-Za-z]/g, '-')}`) } };
  return defineConfig({
    root: folder,
    mode: 'production',
    plugins: [
      pluginReact(),
      description({ name, version }),
      firstPaint({ namespace: name, folder, define, classNames: { tools: { cssLoader } } }),
    ],
    source: { entry: { [unneededEntry]: './screen.tsx' }, define },
    output: {
      distPath: { root: 'dist' },
      cleanDistPath: true,
      assetPrefix: `/remotes/${name}/${version}/`,
      legalComments: 'none',
      sourceMap: hiddenMaps,
      overrideBrowserslist: browsers,
      // A picture in a style becomes a file of its own: the content policy allows no data: there.
      dataUriLimit: 0,
    },
    splitChunks: false,
    security: { sri: { enable: true } },
    // Without a word on this the federation plugin would open a development server to every origin.
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
          // A module that threw throws again instead of being handed out half made.
          strictModuleErrorHandling: true,
          trustedTypes: { policyName: 'enfilade-remote' },
          devtoolModuleFilenameTemplate: nameSources(folder),
        };
        appendPlugins([container(unique), ownScriptsOnly(), filesBesideEntry()]);
      },
    },
  });
}

/** By file and name, and nothing random: a hash in each class name is what would not compress. Throws where two files have one name. */
function createClassNames(prefix: string) {
  const paths = new Map<string, string>();
  return ({ resourcePath }: { resourcePath: string }, _template: string, local: string) => {
    const file = path.basename(resourcePath, '.module.css');
    const known = paths.get(file) ?? resourcePath;
    if (known !== resourcePath) throw new Error(`Their classes would be the same: ${known} and ${resourcePath}`);
    paths.set(file, resourcePath);
    return `${prefix}-${file}_${local}`;
  };
}

/** The container of the first federation protocol: an entry that needs no runtime on the page. */
function container(unique: string) {
  return new rspack.container.ModuleFederationPluginV1({
    name: unique,
    filename: entryFile,
    exposes: { [exposedScreen]: { import: './screen.tsx', name: 'screen' } },
    shared: sharedPackages(),
  });
}

/** Writes what the registry must know of the build: whose it is, what it shares, and what the first view needs. */
function description({ name, version }: { name: string; version: string }): RsbuildPlugin {
  return {
    name: 'enfilade-description',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ compilation, sources }) => {
        const emit = (file: string, facts: object) =>
          compilation.emitAsset(file, new sources.RawSource(`${JSON.stringify(facts, null, 2)}\n`));
        emit('enfilade-remote.json', {
          name,
          version,
          contract: `^${contractVersion}`,
          contractVersion,
          contractFingerprint: contractFingerprint(contractsFolder),
        });
        emit('mf-manifest.json', federationManifest(compilation, containerName(name, version)));
      });
    },
  };
}

/** In the shape of federation's own manifest, as far as the registry reads it. */
function federationManifest(compilation: Rspack.Compilation, container: string) {
  // What a running page is changed with, in development, is no part of the next one.
  const isLasting = (file: string) => !file.includes('.hot-update.');
  const screen = (compilation.namedChunkGroups.get('screen')?.getFiles() ?? []).filter(isLasting);
  const others = Object.keys(compilation.assets).filter((file) => file !== entryFile && !screen.includes(file) && isLasting(file));
  const filesOf = (kind: string) => ({
    sync: screen.filter((file) => file.endsWith(kind)),
    async: others.filter((file) => file.endsWith(kind)),
  });
  return {
    metaData: { globalName: container, publicPath: compilation.outputOptions.publicPath, pluginVersion: containerProtocol },
    shared: Object.entries(sharedPackages()).map(([name, { singleton, requiredVersion }]) => ({
      name,
      version: '',
      singleton,
      requiredVersion,
    })),
    exposes: [{ path: exposedScreen, assets: { js: filesOf('.js'), css: filesOf('.css') } }],
  };
}
