import { browsers } from '@enfilade/shared-contracts/build/browsers';
import { defineConfig, type EnvironmentConfig } from '@rsbuild/core';

/** The servers and the command line, for Node. Their packages stay in node_modules: some are native, none needs bundling. */
const servers: EnvironmentConfig = {
  source: { entry: { site: './site/main.ts', platform: './platform/main.ts', remotes: './registry/cli/main.ts' } },
  output: {
    target: 'node',
    module: true,
    distPath: { root: 'dist' },
    cleanDistPath: true,
    filename: { js: '[name].mjs' },
    minify: false,
    sourceMap: { js: 'source-map' },
    externals: [
      ({ request }, callback) => (request && !/^(\.|\/|@enfilade\/)/.test(request) ? callback(undefined, `module ${request}`) : callback()),
    ],
  },
};

/** What browsers load to talk to the local voice platform: two scripts that stand alone. */
const voice: EnvironmentConfig = {
  source: { entry: { 'call-machine': './platform/call-machine/main.ts', worklet: './platform/call-machine/worklet/main.ts' } },
  output: {
    target: 'web',
    distPath: { root: 'dist/voice', js: '' },
    // Cleaned with the servers' folder, which it lies in.
    cleanDistPath: false,
    filename: { js: '[name].js' },
    legalComments: 'none',
    overrideBrowserslist: browsers,
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
};

export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  environments: { servers, voice },
  performance: { printFileSize: false },
});
