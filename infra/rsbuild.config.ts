import { defineConfig } from '@rsbuild/core';

/** The servers, for Node. Their packages stay in node_modules: some are native, none needs bundling. */
export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  source: { entry: { site: './site/main.ts', platform: './platform/main.ts' } },
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
  performance: { printFileSize: false },
});
