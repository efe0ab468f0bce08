import { serverBuild } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig } from '@rsbuild/core';

/** The programs of the package; pack.mjs adds all other files. */
export default defineConfig(serverBuild(import.meta.dirname, { remotes: '../cli/main.ts', dev: '../tooling/dev/main.ts' }));
