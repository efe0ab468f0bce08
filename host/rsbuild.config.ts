import { browsers } from '@enfilade/shared-contracts/build/browsers';
import { ownScriptsOnly } from '@enfilade/shared-contracts/build/own-scripts';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  plugins: [pluginReact()],
  html: { template: './index.html', inject: 'head', scriptLoading: 'defer', crossorigin: 'anonymous' },
  source: {
    entry: { index: './bootstrap.tsx' },
    // The page only ever meets remotes by their entry: the runtime's snapshot half is dead weight here.
    define: {
      ENV_TARGET: '"web"',
      // Public keys, SPKI in base64, separated by commas: a host built with them takes no other site's word.
      'process.env.ENFILADE_SET_KEYS': JSON.stringify(process.env['ENFILADE_SET_KEYS'] ?? ''),
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      // Read by the Sentry inside daily-js: its own log messages stay out of the voice chunk.
      __SENTRY_DEBUG__: 'false',
      __SENTRY_TRACING__: 'false',
      // What the HTML standard has every browser say; daily-js asks whether it is React Native, and half of it is for that.
      'navigator.product': '"Gecko"',
      'typeof DailyNativeUtils': '"undefined"',
      'typeof iOSCallObjectBundleCache': '"undefined"',
    },
  },
  output: {
    distPath: { root: 'dist' },
    cleanDistPath: true,
    legalComments: 'none',
    overrideBrowserslist: browsers,
    cssModules: { localIdentName: 'host-[local]-[hash:base64:5]' },
    dataUriLimit: 0,
    // The voice chunk is mostly other people's code from older days: a third pass and newer syntax keep it in its budget.
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3, ecma: 2020 } } } },
  },
  splitChunks: false,
  security: { sri: { enable: true } },
  performance: { printFileSize: false },
  tools: {
    rspack: (config, { appendPlugins }) => {
      appendPlugins(ownScriptsOnly);
      config.output = {
        ...config.output,
        uniqueName: 'enfilade_host',
        crossOriginLoading: 'anonymous',
        trustedTypes: { policyName: 'enfilade-host' },
        // A hung chunk holds its address: the next attempt asks again only when this one has failed.
        chunkLoadTimeout: 10_000,
      };
    },
  },
});
