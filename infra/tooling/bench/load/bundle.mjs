import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { root } from '../../scripts/workspace.mjs';
import { modulesDir } from './modules.mjs';

/** The modules of the gateway that the servers under load are made of. */
export async function bundleServers() {
  const server = path.join(root, 'infra/server');
  const rsbuild = await createRsbuild({
    cwd: server,
    rsbuildConfig: {
      mode: 'production',
      logLevel: 'error',
      source: {
        entry: {
          'site-server': path.join(server, 'gateway/site-server.ts'),
          'create-log': path.join(server, 'gateway/http/create-log.ts'),
          metrics: path.join(server, 'gateway/watching/metrics.ts'),
          'test-gateway': path.join(server, 'gateway/testing/test-gateway.ts'),
          'load-profiles': path.join(root, 'infra/platform/content/load-profiles.ts'),
          'spending-limits': path.join(server, 'gateway/spending/spending-limits.ts'),
          clock: path.join(root, 'shared-contracts/kit/clock.ts'),
        },
      },
      output: {
        target: 'node',
        module: true,
        minify: false,
        distPath: { root: modulesDir },
        cleanDistPath: true,
        filename: { js: '[name].mjs' },
        // As in the site's own build: packages stay outside.
        externals: [
          ({ request }, callback) =>
            request && !/^(\.|\/|@enfilade\/)/.test(request) ? callback(undefined, `module ${request}`) : callback(),
        ],
      },
      tools: { rspack: { output: { library: { type: 'module' } } } },
    },
  });
  await rsbuild.build();
}
