import { serverBuild } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig } from '@rsbuild/core';

export default defineConfig(
  serverBuild(import.meta.dirname, {
    ...{ site: './main/main.ts', registry: './main/registry-main.ts' },
    guide: './main/guide-main.ts',
  }),
);
