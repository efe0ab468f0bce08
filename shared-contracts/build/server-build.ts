import type { EnvironmentConfig, RsbuildConfig } from '@rsbuild/core';

/**
 * Other packages stay in node_modules: some are native, and none needs bundling. @param entry name of the built file without `.mjs` →
 * source
 */
export function serverEnvironment(entry: Record<string, string>): EnvironmentConfig {
  return {
    source: { entry },
    output: {
      target: 'node',
      module: true,
      distPath: { root: 'dist' },
      cleanDistPath: true,
      filename: { js: '[name].mjs' },
      // Worker scripts are beside the program.
      assetPrefix: 'auto',
      minify: false,
      sourceMap: { js: 'source-map' },
      externals: [
        ({ request }, callback) =>
          request && !/^(\.|\/|@enfilade\/)/.test(request) ? callback(undefined, `module ${request}`) : callback(),
      ],
    },
  };
}

export function serverBuild(root: string, entry: Record<string, string>, others: Record<string, EnvironmentConfig> = {}): RsbuildConfig {
  return {
    root,
    mode: 'production',
    environments: { servers: serverEnvironment(entry), ...others },
    performance: { printFileSize: false },
  };
}
