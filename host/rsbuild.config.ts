import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { billOfMaterials } from '@enfilade/shared-contracts/build/bill-of-materials';
import { browsers } from '@enfilade/shared-contracts/build/browsers';
import { firstPaint } from '@enfilade/shared-contracts/build/first-paint';
import { ownScriptsOnly } from '@enfilade/shared-contracts/build/own-scripts';
import { hiddenMaps, placeMaps } from '@enfilade/shared-contracts/build/source-maps';
import { defineConfig, type RsbuildPlugin, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };
const cssModules = { localIdentName: 'host-[local]-[hash:base64:5]' };
/** The package's entry is its development build. */
const router = createRequire(createRequire(import.meta.url).resolve('react-router-dom'))
  .resolve('react-router')
  .replace(/development\/index\.m?js$/, 'production/index.mjs');
/** Bundlers keep components made by calls of React or with a `displayName`. Unused links and forms are 20 of the router's 35 kB. */
const dropUnusedRouter: RsbuildPlugin = {
  name: 'enfilade-drop-unused-router',
  setup(api) {
    api.transform({ test: path.dirname(router) }, ({ code }) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/(?<==\s+)React\d*\.(?:createContext|createElement|forwardRef|memo)\(/g, '/* @__PURE__ */ $&'),
    );
  },
};
const compileInline = (file: string, target: 'es5' | 'es2020') =>
  rspack.experiments.swc.transformSync(readFileSync(path.join(import.meta.dirname, 'first-paint', file), 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target, minify: { compress: true, mangle: true } },
    minify: true,
    // Two scripts of one page cannot declare the same name, so each keeps its function.
    isModule: false,
  }).code;
// A browser that cannot parse one script still runs the other.
const inlineScripts = [compileInline('failed-start.ts', 'es5'), compileInline('early.ts', 'es2020')];

export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  plugins: [
    pluginReact(),
    dropUnusedRouter,
    firstPaint({ namespace: 'host', folder: import.meta.dirname, classNames: { output: { cssModules } } }),
    billOfMaterials({ name: 'host', version, folder: import.meta.dirname }),
  ],
  html: {
    template: ({ entryName }) => (entryName === 'offline' ? './offline/offline.html' : './index.html'),
    inject: ({ entryName }) => (entryName === 'offline' ? 'body' : 'head'),
    scriptLoading: 'defer',
    crossorigin: 'anonymous',
    // The inline scripts run before any paint.
    tags: (tags, { outputName }) =>
      outputName === 'index.html'
        ? [...inlineScripts.map((children) => ({ tag: 'script', head: true, append: false, children })), ...tags]
        : tags,
  },
  resolve: { alias: { 'react-router$': router } },
  source: {
    entry: {
      index: './start.ts',
      // Layers optimise shared modules for each entry separately.
      offline: { import: './offline/offline-page.ts', layer: 'offline' },
    },
    // The page loads remotes by their entry alone, so the runtime's snapshot half is not needed.
    define: {
      ENV_TARGET: '"web"',
      // Public keys (SPKI, base64), separated by commas. A host built with keys trusts no other key.
      'process.env.ENFILADE_SET_KEYS': JSON.stringify(process.env['ENFILADE_SET_KEYS'] ?? ''),
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      // Read by the Sentry inside daily-js: its own log messages stay out of the voice chunk.
      __SENTRY_DEBUG__: 'false',
      __SENTRY_TRACING__: 'false',
      // The HTML standard fixes this value. A constant lets the bundler drop daily-js's half for React Native.
      'navigator.product': '"Gecko"',
      'typeof DailyNativeUtils': '"undefined"',
      'typeof iOSCallObjectBundleCache': '"undefined"',
    },
  },
  output: {
    distPath: { root: 'dist' },
    cleanDistPath: true,
    filename: {
      // Pages recognise preloaded files by this name.
      font: ({ filename = '' }) => `[name].${filename.includes('?signs-of-') ? 'signs.' : ''}[contenthash:10][ext]`,
      // Browsers look for a newer worker at the same address.
      js: ({ chunk }) => (chunk?.name === 'offline-worker' ? '../../../[name].js' : '[name].[contenthash:10].js'),
    },
    legalComments: 'none',
    sourceMap: hiddenMaps,
    overrideBrowserslist: browsers,
    cssModules,
    dataUriLimit: 0,
    inlineScripts: /\/offline\.[^/]+\.js$/,
    inlineStyles: true,
    // A third pass and newer syntax fit the voice chunk, mostly older code of packages, into its budget.
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3, ecma: 2020 } } } },
  },
  splitChunks: false,
  security: { sri: { enable: true } },
  performance: { printFileSize: false, preload: { type: 'initial', include: [/\.signs\.[^.]+\.woff2$/] } },
  tools: {
    rspack: (config, { appendPlugins, addRules }) => {
      appendPlugins(ownScriptsOnly('|^\\/offline-worker\\.js$'));
      addRules({
        test: /\.woff2$/,
        resourceQuery: /^\?signs-of-/,
        use: path.join(import.meta.dirname, 'styles/subset-font-loader.mjs'),
      });
      config.output = {
        ...config.output,
        uniqueName: 'enfilade_host',
        crossOriginLoading: 'anonymous',
        trustedTypes: { policyName: 'enfilade-host' },
        ...placeMaps(import.meta.dirname),
        // Browsers do not request a URL again while a request for it hangs, so a retry sends a request only after this timeout.
        chunkLoadTimeout: 10_000,
      };
    },
  },
});
