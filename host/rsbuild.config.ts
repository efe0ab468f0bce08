import { browsers } from '@enfilade/shared-contracts/build/browsers';
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
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    },
  },
  output: {
    distPath: { root: 'dist' },
    cleanDistPath: true,
    legalComments: 'none',
    overrideBrowserslist: browsers,
    cssModules: { localIdentName: 'host-[local]-[hash:base64:5]' },
    dataUriLimit: 0,
  },
  splitChunks: false,
  security: { sri: { enable: true } },
  performance: { printFileSize: false },
  tools: {
    rspack: (config) => {
      config.output = {
        ...config.output,
        uniqueName: 'enfilade_host',
        crossOriginLoading: 'anonymous',
        trustedTypes: { policyName: 'enfilade-host' },
      };
    },
  },
});
