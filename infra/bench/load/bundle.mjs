import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { root } from '../../tools/workspace.mjs';
import { modulesDir } from './children/modules.mjs';

/** The modules of the gateway that the servers under load are made of. */
export async function bundleServers() {
  const infra = path.join(root, 'infra');
  const rsbuild = await createRsbuild({
    cwd: infra,
    rsbuildConfig: {
      mode: 'production',
      logLevel: 'error',
      source: {
        entry: {
          'site-server': path.join(infra, 'gateway/site-server.ts'),
          'create-log': path.join(infra, 'gateway/http/create-log.ts'),
          metrics: path.join(infra, 'gateway/watching/metrics.ts'),
          'test-gateway': path.join(infra, 'gateway/testing/test-gateway.ts'),
          'load-profiles': path.join(infra, 'content/load-profiles.ts'),
          'spending-limits': path.join(infra, 'gateway/spending/spending-limits.ts'),
          'system-clock': path.join(root, 'shared-contracts/remote/system-clock.ts'),
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
