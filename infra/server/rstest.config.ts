import { nodeTests } from '@enfilade/shared-contracts/build/test-project';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  ...nodeTests('server'),
  globalSetup: ['./registry/testing/one-postgres.ts'],
  // Worker threads load their scripts from the disk.
  dev: { writeToDisk: (file) => file.includes('worker') },
  // The `module` builds of OpenTelemetry are only for bundlers. As in the built site, Node resolves the packages.
  output: {
    externals: [
      ({ request }, callback) => (request?.startsWith('@opentelemetry/') ? callback(undefined, `import ${request}`) : callback()),
    ],
  },
});
