import type { EnvironmentConfig, RsbuildConfig } from '@rsbuild/core';

/**
 * The build of a program for Node: our own sources in one file an entry, and every other package in node_modules (some are native, none
 * needs bundling).
 * @param entry Name of the built file without `.mjs` → source.
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
      // A thread's script is beside the program.
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

/** The configuration of a package that holds programs for Node, and `others`: what else it builds. */
export function serverBuild(root: string, entry: Record<string, string>, others: Record<string, EnvironmentConfig> = {}): RsbuildConfig {
  return {
    root,
    mode: 'production',
    environments: { servers: serverEnvironment(entry), ...others },
    performance: { printFileSize: false },
  };
}
