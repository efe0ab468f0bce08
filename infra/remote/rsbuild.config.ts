import path from 'node:path';
import { serverEnvironment } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig } from '@rsbuild/core';
import { packageFolder, packRemote } from './pack.mjs';

const { output, ...programs } = serverEnvironment({ remotes: '../cli/main.ts', dev: '../tooling/dev/main.ts' });

export default defineConfig({
  root: import.meta.dirname,
  mode: 'production',
  plugins: [packRemote()],
  environments: {
    programs: { ...programs, output: { ...output, distPath: { root: path.join(packageFolder, 'programs') }, sourceMap: false } },
  },
  performance: { printFileSize: false },
});
