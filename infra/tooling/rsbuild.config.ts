import { serverBuild } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig } from '@rsbuild/core';

/** Built for each run of `npm run dev`, because no site has any use for it. */
export default defineConfig(serverBuild(import.meta.dirname, { dev: './dev/main.ts' }));
