import { nodeTests } from '@enfilade/shared-contracts/build/test-project';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  ...nodeTests('server'),
  globalSetup: ['./registry/testing/one-postgres.ts'],
  // Threads load their scripts from the disk.
  dev: { writeToDisk: (file) => file.includes('worker') },
  // Their `module` builds are for bundlers alone: as in the built site, Node finds the others itself.
  output: {
    externals: [
      ({ request }, callback) => (request?.startsWith('@opentelemetry/') ? callback(undefined, `import ${request}`) : callback()),
    ],
  },
});
